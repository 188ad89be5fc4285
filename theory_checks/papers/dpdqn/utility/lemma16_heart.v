(* Equal for every noise, up to a constant. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums NormalMean RewardNoise.
From dpdqn Require Import lemma16_heart_statement.
Open Scope R_scope.

Theorem lemma16_heart_verified : lemma16_heart_statement.
Proof.
  intros n m sigma r lambda lambda' moved known.
  apply (mean_ext _ (fun z => paired n m lambda r + paired n m (fun a s => lambda a s - lambda' z a s) (noise n sigma z)));
    [|apply mean_shift, known].
  intros z; unfold paired; rewrite <- sum_add, <- sum_sub; apply sum_ext; intros a _.
  rewrite <- sum_add, <- sum_sub; apply sum_ext; intros s _; ring.
Qed.
