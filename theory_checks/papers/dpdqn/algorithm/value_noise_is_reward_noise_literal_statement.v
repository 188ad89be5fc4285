(* Appendix D: with some discount and sigma, for Q or Q + g, what is learned under the noise g is in all finite MDPs what is
   optimal for the rewards r + g, and the noise on the rewards that it stands for has the mean 0. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Mdp Optimal Maximum Policies ActionValues NormalMean.
From dpdqn Require Import value_noise_is_reward_noise_literal_formula.
Open Scope R_scope.

(* Where training stands still: the update of all entries, with expected targets, leaves Q as it is. The noise of the target is
   that of the action pi t which Q takes in the next state t, outside of the discount, as printed. *)
Definition stands (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r g Q : nat -> nat -> R) : Prop :=
  exists pi, (forall t, (t < n)%nat -> (pi t < m)%nat /\ Q (pi t) t = best m (fun b => Q b t)) /\
  forall a s, (a < m)%nat -> (s < n)%nat ->
    Q a s + g a s = r a s + sum n (fun t => P a s t * (gamma * Q (pi t) t + g (pi t) t)).

(* The noise on the rewards for which the table X is optimal. *)
Definition implied (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r X : nat -> nat -> R) (a s : nat) : R :=
  X a s - target n m gamma P r X a s.

Definition independent (n : nat) (sigma : R) (z : nat -> R) (a s : nat) : R := sigma * z (a * n + s)%nat.

Definition value_noise_is_reward_noise_literal_statement : Prop :=
  exists carried gamma sigma : R, 0 < sigma /\ 0 < gamma < 1 /\ carried * (1 - carried) = 0 /\
  forall (n m : nat) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (trained : (nat -> nat -> R) -> nat -> nat -> R) (bias : R),
    (0 < n)%nat -> (0 < m)%nat -> stochastic n m P -> (forall g, stands n m gamma P r g (trained g)) ->
    let kept g a s := trained g a s + carried * g a s in
    mean (n * m) (fun z => implied n m gamma P r (kept (independent n sigma z)) 0 0) bias ->
    forall g v s, largest_value n m gamma P (fun a s => r a s + g a s) v -> (s < n)%nat ->
      let learned := best m (fun a => kept g a s) in
      value_noise_is_reward_noise_literal_domain bias carried gamma learned (v s) sigma ->
      value_noise_is_reward_noise_literal_claim bias carried gamma learned (v s) sigma.
