(* Recursions of errors: e_(i+1) is at most a multiple of e_i, plus the noise of a step. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
Open Scope R_scope.

(* Errors e_1, ..., e_last that (6.3) allows for beta_j = eta/(lambda_min(Q) j). *)
Definition allowed (eta w : R) (last : nat) (errors : nat -> R) : Prop :=
  (forall j, 0 <= errors j) /\
  forall j, (1 <= j < last)%nat -> errors (S j) <= (1 - eta / INR j) ^ 2 * errors j + eta ^ 2 * w / INR j ^ 2.

(* If the noise is (1 - q) times a level, the distance to the level shrinks by q. *)
Lemma geometric q level errors N : 0 <= q ->
  (forall i, (1 <= i <= N)%nat -> errors (S i) <= q * errors i + (1 - q) * level) ->
  errors (S N) <= q ^ N * (errors 1%nat - level) + level.
Proof.
  intros positive step; induction N as [|N IH]; [simpl; lra|].
  specialize (step (S N) ltac:(lia)) as last.
  assert (before : errors (S N) <= q ^ N * (errors 1%nat - level) + level) by (apply IH; intros; apply step; lia).
  apply (Rmult_le_compat_l q) in before; [|exact positive]; simpl; lra.
Qed.

(* With a factor 1 - share/k, share > 1, and noise (share - 1) H/k^2 the bound H/k passes from k to k + 1. *)
Lemma harmonic_step share H k e : 1 < share <= k -> 0 <= H -> e <= H / k ->
  (1 - share / k) * e + (share - 1) * H / k ^ 2 <= H / (k + 1).
Proof.
  intros [more late] positive below.
  assert (0 <= 1 - share / k).
  { apply (Rmult_le_reg_r k); [lra|]; replace ((1 - share / k) * k) with (k - share) by (field; lra); lra. }
  apply Rle_trans with ((1 - share / k) * (H / k) + (share - 1) * H / k ^ 2).
  - apply Rplus_le_compat_r, Rmult_le_compat_l; assumption.
  - replace ((1 - share / k) * (H / k) + (share - 1) * H / k ^ 2) with (H / (k + 1) - H / (k ^ 2 * (k + 1)))
      by (field; lra).
    assert (0 <= H / (k ^ 2 * (k + 1))); [|lra].
    unfold Rdiv; apply Rmult_le_pos; [exact positive|left; apply Rinv_0_lt_compat; nra].
Qed.
