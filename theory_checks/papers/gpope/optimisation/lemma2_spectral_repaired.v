(* A step shortens by x'x in the norm of P; in the other, (v, 0) goes to (v, -beta A v). *)
From Coq Require Import Reals Lra Lia Psatz.
From TheoryChecks Require Import Sums Vectors.
From gpope Require Import lemma2_spectral_repaired_formula lemma2_spectral_repaired_statement.
Open Scope R_scope.

Lemma sum_split n k f : sum (n + k) f = sum n f + sum k (fun i => f (n + i)%nat).
Proof.
  induction k as [|k IH]; [rewrite Nat.add_0_r; simpl; ring|]; rewrite Nat.add_succ_r; simpl; rewrite IH; ring.
Qed.

Theorem lemma2_spectral_repaired : lemma2_spectral_repaired_statement.
Proof.
  unfold lemma2_spectral_repaired_statement, lemma2_spectral_repaired_domain, lemma2_spectral_repaired_claim.
  intros n A C P L beta mu norm_2 norm_P sigma z v; set (m := (n + n)%nat); set (Q := saddle n A C).
  intros balanced equation curve size some attained bound other image_v (positive & _ & _ & _ & _); split.
  - assert (moved : square m P (step n A C beta z) <= (1 - beta * mu + beta ^ 2 * L) * square m P z).
    { unfold square, step; rewrite square_of_step by exact balanced; fold Q; fold (square m P z).
      change (dot m (Q z) (image m P (Q z))) with (square m P (Q z)).
      specialize (equation z); specialize (curve z); specialize (size z).
      assert (beta ^ 2 * square m P (Q z) <= beta ^ 2 * (L * square m P z))
        by (apply Rmult_le_compat_l; [apply pow2_ge_0|exact size]).
      assert (beta * (mu * square m P z) <= beta * dot m z z) by (apply Rmult_le_compat_l; lra).
      assert (2 * beta * dot m (Q z) (image m P z) = beta * dot m z z) by (rewrite <- equation; ring); lra. }
    rewrite attained in moved; apply (Rmult_le_reg_r (square m P z)); assumption.
  - set (x := fun i => if Nat.ltb i n then v i else 0).
    assert (none : forall i, x (n + i)%nat = 0).
    { intros i; unfold x; replace (Nat.ltb (n + i) n) with false; [reflexivity|symmetry; apply Nat.ltb_ge; lia]. }
    assert (first : forall i, (i < n)%nat -> x i = v i).
    { intros i small; unfold x; replace (Nat.ltb i n) with true; [reflexivity|symmetry; apply Nat.ltb_lt; exact small]. }
    assert (halves : dot m x x = dot n v v).
    { unfold dot, m; rewrite sum_split, (sum_ext n (fun i => x i * x i) (fun i => v i * v i))
        by (intros i small; rewrite first by exact small; reflexivity).
      rewrite (sum_ext n (fun i => x (n + i)%nat * x (n + i)%nat) (fun _ => 0)), sum_const
        by (intros i _; rewrite none; ring); ring. }
    assert (zero : forall M i, image n M (fun j => x (n + j)%nat) i = 0).
    { intros M i; unfold image; rewrite (sum_ext n _ (fun _ => 0)), sum_const by (intros j _; rewrite none; ring); ring. }
    assert (after : dot m (step n A C beta x) (step n A C beta x) = dot n v v + beta ^ 2 * dot n (image n A v) (image n A v)).
    { unfold dot, m; rewrite sum_split; f_equal; [|rewrite <- sum_scale]; apply sum_ext; intros i small; unfold step, saddle.
      - replace (Nat.ltb i n) with true by (symmetry; apply Nat.ltb_lt; exact small).
        rewrite zero, first by exact small; ring.
      - replace (Nat.ltb (n + i) n) with false by (symmetry; apply Nat.ltb_ge; lia).
        replace (n + i - n)%nat with i by lia; rewrite zero, none, (image_ext n A x v first); ring. }
    specialize (bound x); rewrite after, halves, image_v in bound.
    apply Rle_ge, (Rmult_le_reg_r (dot n v v)); lra.
Qed.
