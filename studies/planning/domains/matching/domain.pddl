; Blocks for hands of two kinds: a block put down by a hand of the other kind can bear none any more.
(define (domain matching)
  (:requirements :strips :typing)
  (:types block hand kind - object)
  (:predicates
    (on ?x ?y - block) (table ?x - block) (clear ?x - block) (solid ?x - block) (broken ?x - block)
    (empty ?h - hand) (holds ?h - hand ?x - block) (fits ?h - hand ?x - block) (harms ?h - hand ?x - block))
  (:action pick
    :parameters (?h - hand ?x - block)
    :precondition (and (empty ?h) (clear ?x) (table ?x))
    :effect (and (not (empty ?h)) (not (clear ?x)) (not (table ?x)) (holds ?h ?x)))
  (:action unstack
    :parameters (?h - hand ?x ?y - block)
    :precondition (and (empty ?h) (clear ?x) (on ?x ?y))
    :effect (and (not (empty ?h)) (not (clear ?x)) (not (on ?x ?y)) (clear ?y) (holds ?h ?x)))
  (:action put_well
    :parameters (?h - hand ?x - block)
    :precondition (and (holds ?h ?x) (fits ?h ?x))
    :effect (and (not (holds ?h ?x)) (empty ?h) (clear ?x) (table ?x)))
  (:action put_badly
    :parameters (?h - hand ?x - block)
    :precondition (and (holds ?h ?x) (harms ?h ?x) (solid ?x))
    :effect (and (not (holds ?h ?x)) (not (solid ?x)) (empty ?h) (clear ?x) (table ?x) (broken ?x)))
  (:action stack_well
    :parameters (?h - hand ?x ?y - block)
    :precondition (and (holds ?h ?x) (fits ?h ?x) (clear ?y) (solid ?y))
    :effect (and (not (holds ?h ?x)) (not (clear ?y)) (empty ?h) (clear ?x) (on ?x ?y)))
  (:action stack_badly
    :parameters (?h - hand ?x ?y - block)
    :precondition (and (holds ?h ?x) (harms ?h ?x) (solid ?x) (clear ?y) (solid ?y))
    :effect (and (not (holds ?h ?x)) (not (clear ?y)) (not (solid ?x)) (empty ?h) (clear ?x) (on ?x ?y)
      (broken ?x))))
