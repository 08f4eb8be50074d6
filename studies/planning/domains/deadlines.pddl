; A driver delivers parcels, each by its deadline; driving takes time.
(define (domain deadlines)
  (:requirements :strips :typing)
  (:types place parcel time - object)
  (:predicates
    (now ?t - time) (later ?t ?u - time) (here ?p - place) (road ?p ?q - place) (at ?x - parcel ?p - place)
    (loaded ?x - parcel) (delivered ?x - parcel ?p - place ?t - time) (by ?t ?u - time))
  (:action load
    :parameters (?x - parcel ?p - place)
    :precondition (and (here ?p) (at ?x ?p))
    :effect (and (not (at ?x ?p)) (loaded ?x)))
  (:action drive
    :parameters (?p ?q - place ?t ?u - time)
    :precondition (and (here ?p) (road ?p ?q) (now ?t) (later ?t ?u))
    :effect (and (not (here ?p)) (not (now ?t)) (here ?q) (now ?u)))
  (:action deliver
    :parameters (?x - parcel ?p - place ?t ?u - time)
    :precondition (and (loaded ?x) (here ?p) (now ?t) (by ?t ?u))
    :effect (and (not (loaded ?x)) (delivered ?x ?p ?u))))
