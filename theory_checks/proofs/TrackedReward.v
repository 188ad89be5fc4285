(* Private Q-learning on one state that never moves, with Q_theta(s) = theta + 4s, discount 0 and the reward 4s or 4s + 1: each update adds
   step times (noise - change of the reward) to theta, so that theta is normal. *)
From Coq Require Import Reals Lra.
Open Scope R_scope.

(* How far apart the means of theta are for the two rewards, and its variance, after some updates with fresh noise of deviation sigma. *)
Fixpoint apart (step : R) (updates : nat) : R :=
  match updates with O => 0 | S n => (1 + step) * apart step n + step end.
Fixpoint spread (step sigma : R) (updates : nat) : R :=
  match updates with O => 0 | S n => (1 + step) ^ 2 * spread step sigma n + (step * sigma) ^ 2 end.

(* Some fresh paths on the released function hide a constant, whose squared norm is 1 + beta/2, like normal noise of deviation
   sigma/sqrt(1 + beta/2): the releases for the two rewards are told apart as normal numbers of deviation 1 whose means differ by this. *)
Definition released_mu (step sigma beta paths : R) (updates : nat) : R :=
  Rabs (apart step updates) / sqrt (spread step sigma updates + paths * (sigma ^ 2 / (1 + beta / 2))).

Lemma apart_value step n : apart step n = (1 + step) ^ n - 1.
Proof. induction n as [|n IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma spread_value step sigma n : (1 + step) ^ 2 - 1 <> 0 ->
  spread step sigma n = (step * sigma) ^ 2 * (((1 + step) ^ 2) ^ n - 1) / ((1 + step) ^ 2 - 1).
Proof.
  intros some; set (a := (1 + step) ^ 2) in *; induction n as [|n IH]; cbn [spread]; [rewrite pow_O; field; exact some|].
  fold a; rewrite IH, <- (tech_pow_Rmult a n); field; exact some.
Qed.
