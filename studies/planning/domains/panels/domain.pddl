; Panels with triangles: a path takes edges between vertices that it has not visited; a square needs a
; number of edges on the path. Each edge has two sides; beyond the border they are squares nobody asks about.
(define (domain panels)
  (:requirements :strips :typing :equality)
  (:types vertex square amount - object)
  (:predicates
    (at ?v - vertex) (free ?v - vertex) (used ?s - square ?n - amount)
    (succ ?n ?m - amount) (sides ?v ?w - vertex ?l ?r - square))
  (:action step
    :parameters (?v ?w - vertex ?l ?r - square ?a ?b ?c ?d - amount)
    :precondition (and (at ?v) (free ?w) (sides ?v ?w ?l ?r) (not (= ?l ?r))
      (used ?l ?a) (succ ?a ?b) (used ?r ?c) (succ ?c ?d))
    :effect (and (not (at ?v)) (not (free ?w)) (not (used ?l ?a)) (not (used ?r ?c))
      (at ?w) (used ?l ?b) (used ?r ?d))))
