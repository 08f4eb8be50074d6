; A man walks one way along a path, picks up spanners and tightens nuts; a spanner works once.
(define (domain spanner)
  (:requirements :strips :typing)
  (:types place thing - object man spanner nut - thing)
  (:predicates
    (at ?x - thing ?p - place) (link ?p ?q - place) (carried ?s - spanner) (usable ?s - spanner)
    (loose ?n - nut) (tight ?n - nut))
  (:action walk
    :parameters (?m - man ?p ?q - place)
    :precondition (and (at ?m ?p) (link ?p ?q))
    :effect (and (not (at ?m ?p)) (at ?m ?q)))
  (:action pick_up
    :parameters (?m - man ?s - spanner ?p - place)
    :precondition (and (at ?m ?p) (at ?s ?p))
    :effect (and (not (at ?s ?p)) (carried ?s)))
  (:action tighten
    :parameters (?m - man ?s - spanner ?n - nut ?p - place)
    :precondition (and (at ?m ?p) (at ?n ?p) (carried ?s) (usable ?s) (loose ?n))
    :effect (and (not (usable ?s)) (not (loose ?n)) (tight ?n))))
