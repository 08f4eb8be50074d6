; Sandwiches for children; some children take none with gluten.
(define (domain childsnack)
  (:requirements :strips :typing)
  (:types child bread filling sandwich - object)
  (:predicates
    (bread_left ?b - bread) (filling_left ?f - filling) (spare ?s - sandwich)
    (pure_bread ?b - bread) (pure_filling ?f - filling) (pure ?s - sandwich)
    (made ?s - sandwich) (out ?s - sandwich)
    (allergic ?c - child) (hardy ?c - child) (served ?c - child) (waits ?c - child))
  (:action make
    :parameters (?s - sandwich ?b - bread ?f - filling)
    :precondition (and (bread_left ?b) (filling_left ?f) (spare ?s))
    :effect (and (not (bread_left ?b)) (not (filling_left ?f)) (not (spare ?s)) (made ?s)))
  (:action make_pure
    :parameters (?s - sandwich ?b - bread ?f - filling)
    :precondition (and (bread_left ?b) (filling_left ?f) (pure_bread ?b) (pure_filling ?f) (spare ?s))
    :effect (and (not (bread_left ?b)) (not (filling_left ?f)) (not (spare ?s)) (made ?s) (pure ?s)))
  (:action bring
    :parameters (?s - sandwich)
    :precondition (and (made ?s))
    :effect (and (not (made ?s)) (out ?s)))
  (:action serve
    :parameters (?s - sandwich ?c - child)
    :precondition (and (out ?s) (hardy ?c) (waits ?c))
    :effect (and (not (out ?s)) (not (waits ?c)) (served ?c)))
  (:action serve_pure
    :parameters (?s - sandwich ?c - child)
    :precondition (and (out ?s) (pure ?s) (allergic ?c) (waits ?c))
    :effect (and (not (out ?s)) (not (waits ?c)) (served ?c))))
