; A walker on tiles that crumble behind it is to visit some of them.
(define (domain tiles)
  (:requirements :strips :typing)
  (:types tile - object)
  (:predicates (at ?t - tile) (whole ?t - tile) (near ?t ?u - tile) (visited ?t - tile))
  (:action walk
    :parameters (?t ?u - tile)
    :precondition (and (at ?t) (near ?t ?u) (whole ?u))
    :effect (and (not (at ?t)) (not (whole ?u)) (at ?u) (visited ?u))))
