(* Section 3.3, a continuous stationary kernel phi(|x - y|) on [0, 1] other than exp(-beta |x - y|): for some states x < y < z, of
   which x and y are stored, the value at x, no neighbour of z, has a weight in the mean of the value at z; the weights are the only
   ones, as the values at x and y are no multiples of each other. Kernel matrices of three states are positive semidefinite. *)
From Coq Require Import Reals.
Open Scope R_scope.

Definition sec33_other_kernels_stationary_two_neighbours_statement : Prop :=
  forall phi : R -> R,
    (forall t, continuity_pt phi t) -> phi 0 = 1 -> (forall t, Rabs (phi t) <= 1) ->
    (forall x y z a b c : R, 0 <= x -> x < y -> y < z -> z <= 1 ->
      0 <= (a ^ 2 + b ^ 2 + c ^ 2) * phi 0 + 2 * (a * b * phi (y - x) + a * c * phi (z - x) + b * c * phi (z - y))) ->
    ~ (exists beta, 0 <= beta /\ forall t, 0 <= t <= 1 -> phi t = exp (- (beta * t))) ->
    exists x y z : R, 0 <= x /\ x < y /\ y < z /\ z <= 1 /\ Rabs (phi (y - x)) < 1 /\
      forall w_x w_y : R,
        w_x * phi 0 + w_y * phi (y - x) = phi (z - x) -> w_x * phi (y - x) + w_y * phi 0 = phi (z - y) -> w_x <> 0.
