; Panels as in panels.pddl, but each edge that a square still needs is an object, a stroke: a step along
; an edge of the square spends the next one.
(define (domain strokes)
  (:requirements :strips :typing)
  (:types vertex square stroke - object)
  (:predicates
    (at ?v - vertex) (free ?v - vertex) (corner ?v - vertex ?s - square) (plain ?v ?w - vertex)
    (side ?v ?w - vertex ?s - square) (between ?v ?w - vertex ?s ?t - square)
    (next ?s - square ?k - stroke) (then ?k ?l - stroke) (of ?k - stroke ?s - square)
    (spent ?k - stroke))
  (:action step
    :parameters (?v ?w - vertex)
    :precondition (and (at ?v) (free ?w) (plain ?v ?w))
    :effect (and (not (at ?v)) (not (free ?w)) (at ?w)))
  (:action step_beside
    :parameters (?v ?w - vertex ?s - square ?k ?l - stroke)
    :precondition (and (at ?v) (free ?w) (side ?v ?w ?s) (corner ?w ?s)
      (next ?s ?k) (then ?k ?l) (of ?k ?s))
    :effect (and (not (at ?v)) (not (free ?w)) (not (next ?s ?k)) (at ?w) (next ?s ?l) (spent ?k)))
  (:action step_between
    :parameters (?v ?w - vertex ?s ?t - square ?k ?l ?m ?n - stroke)
    :precondition (and (at ?v) (free ?w) (between ?v ?w ?s ?t) (corner ?w ?s) (corner ?w ?t)
      (next ?s ?k) (then ?k ?l) (of ?k ?s) (next ?t ?m) (then ?m ?n) (of ?m ?t))
    :effect (and (not (at ?v)) (not (free ?w)) (not (next ?s ?k)) (not (next ?t ?m))
      (at ?w) (next ?s ?l) (spent ?k) (next ?t ?n) (spent ?m))))
