; Robots paint the tile above or below them, and cannot drive over painted tiles.
(define (domain floortile)
  (:requirements :strips :typing)
  (:types robot tile colour - object)
  (:predicates
    (robot_at ?r - robot ?t - tile) (clear ?t - tile) (painted ?t - tile ?c - colour)
    (holds ?r - robot ?c - colour) (above ?t ?u - tile) (beside ?t ?u - tile))
  (:action change
    :parameters (?r - robot ?c ?d - colour)
    :precondition (and (holds ?r ?c))
    :effect (and (not (holds ?r ?c)) (holds ?r ?d)))
  (:action paint_above
    :parameters (?r - robot ?t ?u - tile ?c - colour)
    :precondition (and (holds ?r ?c) (robot_at ?r ?t) (above ?u ?t) (clear ?u))
    :effect (and (not (clear ?u)) (painted ?u ?c)))
  (:action paint_below
    :parameters (?r - robot ?t ?u - tile ?c - colour)
    :precondition (and (holds ?r ?c) (robot_at ?r ?t) (above ?t ?u) (clear ?u))
    :effect (and (not (clear ?u)) (painted ?u ?c)))
  (:action up
    :parameters (?r - robot ?t ?u - tile)
    :precondition (and (robot_at ?r ?t) (above ?u ?t) (clear ?u))
    :effect (and (not (robot_at ?r ?t)) (not (clear ?u)) (robot_at ?r ?u) (clear ?t)))
  (:action down
    :parameters (?r - robot ?t ?u - tile)
    :precondition (and (robot_at ?r ?t) (above ?t ?u) (clear ?u))
    :effect (and (not (robot_at ?r ?t)) (not (clear ?u)) (robot_at ?r ?u) (clear ?t)))
  (:action sideways
    :parameters (?r - robot ?t ?u - tile)
    :precondition (and (robot_at ?r ?t) (beside ?t ?u) (clear ?u))
    :effect (and (not (robot_at ?r ?t)) (not (clear ?u)) (robot_at ?r ?u) (clear ?t))))
