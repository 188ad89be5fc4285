(* Jensen's inequality, a sum for a maximum, and exponential moments. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Laws RandomElements Maximum NormalMean NormalTail Expectation Chernoff.
From dpdqn Require Import lemma8_chernoff_formula lemma8_chernoff_statement.
Open Scope R_scope.

Lemma largest_of_exponentials n f t : (0 < n)%nat -> 0 <= t -> best n (fun i => exp (t * f i)) = exp (t * best n f).
Proof.
  intros some positive; apply Rle_antisym.
  - apply best_least; [exact some|]; intros i small; apply exp_le, Rmult_le_compat_l; [exact positive|apply best_above, small].
  - destruct (best_attained n f some) as [i [small ->]]; exact (best_above n (fun i => exp (t * f i)) i small).
Qed.

Theorem lemma8_chernoff_verified : lemma8_chernoff_statement.
Proof.
  intros exponential maximal m n sigma_z t first second third (positive & noise & many).
  assert (count : (1 <= n)%Z) by (apply le_IZR; lra); assert (some : (0 < Z.to_nat n)%nat) by lia.
  assert (same : INR (Z.to_nat n) = IZR n) by (rewrite INR_IZR_INZ, Z2Nat.id by lia; reflexivity).
  assert (0 <= ln (IZR n)) by (rewrite <- ln_1; destruct many as [more|equal]; [left; apply ln_increasing; lra|rewrite equal; lra]).
  unfold lemma8_chernoff_defined, lemma8_chernoff_claim; split; [lra|]; split.
  2: { apply (mean_unique _ _ _ _ second), (mean_ext _) with (2 := third); intros z; apply largest_of_exponentials; [exact some|lra]. }
  rewrite <- same; repeat split.
  - apply (jensen (mean_law (Z.to_nat n)) (fun z => t * largest (Z.to_nat n) sigma_z z)); [|exact second].
    pose proof (mean_linear _ _ _ _ _ t 0 first first) as known; rewrite Rmult_0_l, Rplus_0_r in known.
    apply (mean_ext _) with (2 := known); intros z; ring.
  - refine (mean_monotone _ _ _ _ _ _ second (mean_of_exponentials _ _ t)); intros z; apply largest_below, some.
  - apply largest_mean; assumption.
Qed.

(* There are such means. *)
Example met n sigma_z t : (0 < n)%nat -> 0 < sigma_z -> 0 <= t ->
  (exists m, mean n (largest n sigma_z) m) /\ exists e, mean n (fun z => exp (t * largest n sigma_z z)) e.
Proof.
  intros some noise positive; split; [|apply exponential_exists; assumption].
  eexists; apply mean_exists, (lipschitz_tame n _ sigma_z); [lra|apply largest_close; assumption].
Qed.
