(* One dimension, all matrices 1, the release 1 itself: the logarithm is 1/2, and the second line says -1/2. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Vectors Quadratic.
From dpdqn Require Import claim13_log_ratio_printed_formula claim13_log_ratio_printed_statement.
Open Scope R_scope.

Definition one (i j : nat) : R := 1.

Lemma one_rooted : rooted 1 one one one one.
Proof.
  assert (same_as : forall x, same 1 (image 1 one (image 1 one x)) x)
    by (intros x i small; unfold image, one; simpl; replace i with 0%nat by lia; ring).
  split; [intros i j _ _; reflexivity|]; split; [|split; [|split; [|split]]].
  - intros x (i & small & other); replace i with 0%nat in other by lia; unfold dot, image, one; simpl.
    pose proof (Rsqr_pos_lt _ other) as square; unfold Rsqr in square; lra.
  - intros x; split; apply same_as.
  - intros i j _ _; reflexivity.
  - intros x i small; unfold image, one; simpl; ring.
  - intros x; split; apply same_as.
Qed.

Theorem claim13_log_ratio_printed_refuted : ~ claim13_log_ratio_printed_statement.
Proof.
  intros all; pose proof (all 1%nat one one one one (fun _ => 1) (fun _ => 0) (fun _ => 0) 1 1 one_rooted ltac:(lra) ltac:(lra)) as claim.
  cbv zeta in claim; rewrite log_ratio_of_densities in claim by lra.
  unfold claim13_log_ratio_printed_domain, claim13_log_ratio_printed_defined, claim13_log_ratio_printed_claim, square, dot, image, one in claim.
  simpl in claim; specialize (claim ltac:(lra) ltac:(lra)); lra.
Qed.
