(* Lines through 0 at 1/2, up and down in turn. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import lemma6_completeness_vanishing_integrals_formula lemma6_completeness_vanishing_integrals_statement.
Open Scope R_scope.

Lemma through_the_middle c : RInt (fun x => - c + 2 * c * x) 0 1 = 0.
Proof.
  apply is_RInt_unique; pose (F := fun x => - c * x + c * x ^ 2); replace 0 with (F 1 - F 0) at 2 by (unfold F; ring).
  apply (integral _ F); intros x; unfold F; [auto_derive; [trivial|ring]|].
  apply (ex_derive_continuous (fun x => - c + 2 * c * x)); auto_derive; trivial.
Qed.

Lemma turns n : (-1) ^ n = 1 \/ (-1) ^ n = -1.
Proof. induction n as [|n [IH | IH]]; simpl; [left; ring|right|left]; rewrite IH; ring. Qed.

Theorem lemma6_completeness_vanishing_integrals_refuted : ~ lemma6_completeness_vanishing_integrals_statement.
Proof.
  intros [sequences|differences].
  - destruct (sequences (fun n x => - (-1) ^ n + 2 * (-1) ^ n * x) (fun n _ => 2 * (-1) ^ n)) with (x := 1) as [limit goes]; [| |lra|].
    + intros n; apply smooth_line.
    + intros e positive; exists 0%nat; intros n m _ _.
      assert (line : forall x, - (-1) ^ n + 2 * (-1) ^ n * x - (- (-1) ^ m + 2 * (-1) ^ m * x) =
        - ((-1) ^ n - (-1) ^ m) + 2 * ((-1) ^ n - (-1) ^ m) * x) by (intros; ring).
      rewrite (RInt_ext _ (fun x => - ((-1) ^ n - (-1) ^ m) + 2 * ((-1) ^ n - (-1) ^ m) * x)) by (intros; apply line).
      rewrite through_the_middle, Rabs_R0; exact positive.
    + destruct (goes (1 / 2) ltac:(lra)) as [N near]; pose proof (near N (le_n N)) as one; pose proof (near (S N) ltac:(lia)) as other.
      unfold R_dist in *; simpl in other; apply Rabs_def2 in one, other; destruct (turns N) as [here | here]; rewrite here in *; lra.
  - specialize (differences 1 (fun x => - (1) + 2 * 1 * x) (fun _ => 2 * 1) (smooth_line (- (1)) (2 * 1))).
    unfold lemma6_completeness_vanishing_integrals_domain, lemma6_completeness_vanishing_integrals_claim in differences.
    rewrite through_the_middle, Rabs_pos_eq in differences by lra; lapply differences; lra.
Qed.
