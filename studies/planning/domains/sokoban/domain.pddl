; Sokoban: a player pushes stones onto goals. As in the planning competitions, directions are objects,
; and that a stone is at a goal is a fact of its own.
(define (domain sokoban)
  (:requirements :strips :typing)
  (:types thing place direction - object player stone - thing)
  (:predicates
    (at ?x - thing ?p - place) (clear ?p - place) (home ?s - stone)
    (next ?p ?q - place ?d - direction) (goal ?p - place) (plain ?p - place))
  (:action move
    :parameters (?x - player ?p ?q - place ?d - direction)
    :precondition (and (at ?x ?p) (clear ?q) (next ?p ?q ?d))
    :effect (and (not (at ?x ?p)) (not (clear ?q)) (at ?x ?q) (clear ?p)))
  (:action push_home
    :parameters (?x - player ?s - stone ?p ?q ?r - place ?d - direction)
    :precondition (and (at ?x ?p) (at ?s ?q) (clear ?r) (next ?p ?q ?d) (next ?q ?r ?d) (goal ?r))
    :effect (and (not (at ?x ?p)) (not (at ?s ?q)) (not (clear ?r))
      (at ?x ?q) (at ?s ?r) (clear ?p) (home ?s)))
  (:action push_on
    :parameters (?x - player ?s - stone ?p ?q ?r - place ?d - direction)
    :precondition (and (at ?x ?p) (at ?s ?q) (clear ?r) (next ?p ?q ?d) (next ?q ?r ?d) (plain ?r))
    :effect (and (not (at ?x ?p)) (not (at ?s ?q)) (not (clear ?r)) (not (home ?s))
      (at ?x ?q) (at ?s ?r) (clear ?p))))
