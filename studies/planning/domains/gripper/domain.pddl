; A robot carries balls between rooms, with one-way doors: a trapped gripper.
(define (domain gripper)
  (:requirements :strips :typing)
  (:types room ball hand - object)
  (:predicates
    (here ?r - room) (door ?r ?s - room) (at ?b - ball ?r - room)
    (free ?h - hand) (holds ?h - hand ?b - ball))
  (:action go
    :parameters (?r ?s - room)
    :precondition (and (here ?r) (door ?r ?s))
    :effect (and (not (here ?r)) (here ?s)))
  (:action pick
    :parameters (?b - ball ?h - hand ?r - room)
    :precondition (and (here ?r) (at ?b ?r) (free ?h))
    :effect (and (not (at ?b ?r)) (not (free ?h)) (holds ?h ?b)))
  (:action drop
    :parameters (?b - ball ?h - hand ?r - room)
    :precondition (and (here ?r) (holds ?h ?b))
    :effect (and (not (holds ?h ?b)) (at ?b ?r) (free ?h))))
