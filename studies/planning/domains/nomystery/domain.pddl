; A truck delivers packages; each road takes fuel, and there is no more than at the beginning.
(define (domain nomystery)
  (:requirements :strips :typing)
  (:types place thing level - object truck package - thing)
  (:predicates
    (at ?x - thing ?p - place) (in ?x - package ?t - truck) (fuel ?t - truck ?n - level)
    (road ?p ?q - place) (less ?p ?q - place ?n ?m - level))
  (:action load
    :parameters (?x - package ?t - truck ?p - place)
    :precondition (and (at ?x ?p) (at ?t ?p))
    :effect (and (not (at ?x ?p)) (in ?x ?t)))
  (:action unload
    :parameters (?x - package ?t - truck ?p - place)
    :precondition (and (in ?x ?t) (at ?t ?p))
    :effect (and (not (in ?x ?t)) (at ?x ?p)))
  (:action drive
    :parameters (?t - truck ?p ?q - place ?n ?m - level)
    :precondition (and (at ?t ?p) (fuel ?t ?n) (road ?p ?q) (less ?p ?q ?n ?m))
    :effect (and (not (at ?t ?p)) (not (fuel ?t ?n)) (at ?t ?q) (fuel ?t ?m))))
