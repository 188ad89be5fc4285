(* Division with remainder. *)
From Coq Require Import Reals ZArith Lra Lia.
From dpdqn Require Import line11_index_repaired_formula line11_index_repaired_statement.
Open Scope Z_scope.

Lemma names_integers T B q j b t : 0 < T -> 0 < B -> T = q * B ->
  names T B j b t <-> 0 <= j < q /\ 0 <= b < B /\ t = j * B + b.
Proof.
  intros some batch equal; unfold names, line11_index_repaired_domain, line11_index_repaired_claim.
  assert (real : (0 < IZR B)%R) by (apply IZR_lt; exact batch).
  replace (IZR T / IZR B)%R with (IZR q) by (rewrite equal, mult_IZR; field; lra).
  rewrite <- mult_IZR, <- plus_IZR, <- !minus_IZR; split.
  - intros [(_ & low & _ & high & left & right) named].
    apply le_IZR in low; apply le_IZR in high; apply le_IZR in left; apply le_IZR in right; apply eq_IZR in named; lia.
  - intros ((low & high) & (left & right) & ->); repeat split; try (apply Rgt_not_eq; exact real); try (apply Rle_ge);
      apply IZR_le; lia.
Qed.

Theorem line11_index_repaired : line11_index_repaired_statement.
Proof.
  intros T B some batch [q equal]; split.
  - intros j b t named; apply (names_integers T B q) in named; trivial; nia.
  - intros t inside; exists (t / B), (t mod B); pose proof (Z.div_mod t B ltac:(lia)); pose proof (Z.mod_pos_bound t B batch).
    split; [apply (names_integers T B q); trivial; repeat split; nia|].
    intros j b named; apply (names_integers T B q) in named; trivial; destruct named as (low & small & ->); split.
    + apply (Z.div_unique _ B j b); lia.
    + apply (Z.mod_unique _ B j b); lia.
Qed.
