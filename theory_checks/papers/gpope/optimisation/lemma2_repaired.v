(* The cross terms are x'x, and one of mean zero. *)
From Coq Require Import Reals Lra Psatz.
From TheoryChecks Require Import Sums Vectors.
From gpope Require Import lemma2_repaired_formula lemma2_repaired_statement.
Open Scope R_scope.

Theorem lemma2_repaired : lemma2_repaired_statement.
Proof.
  unfold lemma2_repaired_statement, lemma2_repaired_domain, lemma2_repaired_claim.
  intros n outcomes P Q p delta xi L V beta mu balanced equation curve size one nonneg centred noise.
  intros (step & _ & short & less & some & _ & start); fold (square n P) in *.
  set (y := fun i => xi i - beta * image n Q xi i).
  assert (moved : square n P y <= (1 - beta * mu / 2) * square n P xi).
  { unfold square, y; rewrite square_of_step by exact balanced; fold (square n P xi).
    change (dot n (image n Q xi) (image n P (image n Q xi))) with (square n P (image n Q xi)).
    specialize (equation xi); specialize (curve xi); specialize (size xi).
    assert (beta * L <= mu / 2).
    { apply (Rmult_le_compat_r (2 * L)) in short; [|lra].
      replace (mu / (2 * L) * (2 * L)) with mu in short by (field; lra); lra. }
    assert (beta ^ 2 * square n P (image n Q xi) <= beta ^ 2 * (L * square n P xi))
      by (apply Rmult_le_compat_l; [apply pow2_ge_0|exact size]).
    assert (beta * (mu * square n P xi) <= beta * dot n xi xi) by (apply Rmult_le_compat_l; lra).
    assert (beta * square n P xi * (beta * L) <= beta * square n P xi * (mu / 2))
      by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|assumption]); nra. }
  rewrite (sum_ext outcomes _ (fun j => p j * square n P y - 2 * beta * (p j * dot n (delta j) (image n P y))
    + beta ^ 2 * (p j * square n P (delta j)))).
  - rewrite sum_add, sum_sub, !sum_scale.
    rewrite (sum_ext outcomes (fun j => p j * square n P y) (fun j => square n P y * p j)), sum_scale, one by (intros; ring).
    rewrite (sum_ext outcomes (fun j => p j * dot n (delta j) (image n P y))
      (fun j => sum n (fun i => image n P y i * (p j * delta j i)))), sum_swap.
    + rewrite (sum_ext n (fun i => sum outcomes (fun j => image n P y i * (p j * delta j i))) (fun _ => 0)), sum_const.
      * assert (beta ^ 2 * sum outcomes (fun j => p j * square n P (delta j)) <= beta ^ 2 * V)
          by (apply Rmult_le_compat_l; [apply pow2_ge_0|exact noise]); lra.
      * intros i small; rewrite sum_scale, centred by exact small; ring.
    + intros j _; unfold dot; rewrite <- sum_scale; apply sum_ext; intros; ring.
  - intros j _; change (fun i => xi i - beta * image n Q xi i - beta * delta j i) with (fun i => y i - beta * delta j i).
    unfold square; rewrite (square_of_step n P y (delta j) beta balanced); ring.
Qed.
