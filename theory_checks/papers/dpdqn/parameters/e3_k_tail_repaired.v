(* 1 - (1 - x)^J <= d says that x <= 1 - (1 - d)^(1/J), as powers increase. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From TheoryChecks Require Import NormalTail Decide.
From dpdqn Require Import e3_k_tail_repaired_formula e3_k_tail_repaired_statement.
Open Scope R_scope.

Lemma root_power J d : (1 <= J)%Z -> 0 < d < 1 ->
  let r := Rpower (1 - d) (1 / IZR J) in 0 < r < 1 /\ r ^ Z.to_nat J = 1 - d.
Proof.
  intros many inside r; assert (count : 1 <= IZR J) by (apply (IZR_le 1), many).
  assert (negative : ln (1 - d) < 0) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (power : 0 < 1 / IZR J) by (apply Rdiv_lt_0_compat; lra); split; [split; [apply exp_pos|]|].
  - unfold r, Rpower; pose proof (exp_increasing (1 / IZR J * ln (1 - d)) 0 ltac:(nra)) as less; rewrite exp_0 in less; exact less.
  - unfold r; rewrite <- Rpower_pow by apply exp_pos; rewrite Rpower_mult, INR_IZR_INZ, Z2Nat.id by lia.
    replace (1 / IZR J * IZR J) with 1 by (field; lra); apply Rpower_1; lra.
Qed.

Lemma power_below n x y : (0 < n)%nat -> 0 <= x -> 0 <= y -> x ^ n <= y ^ n -> x <= y.
Proof.
  intros some low low' order; destruct (Rle_dec x y) as [fine|less]; [exact fine|exfalso].
  assert (y ^ n < x ^ n); [|lra]; clear order; induction n as [|n IH]; [lia|].
  destruct n as [|n]; [simpl; lra|]; specialize (IH ltac:(lia)); cbn [pow] in *.
  assert (0 <= y * y ^ n) by (apply Rmult_le_pos; [lra|apply pow_le; lra]); nra.
Qed.

Lemma enough J d G : (1 <= J)%Z -> 0 < d < 1 -> 0 < G ->
  (share J G <= d <-> sqrt (-2 * ln (1 - Rpower (1 - d) (1 / IZR J))) <= G).
Proof.
  intros many inside positive; destruct (root_power J d many inside) as [between power]; set (r := Rpower (1 - d) (1 / IZR J)) in *.
  assert (small : 0 < exp (- (G ^ 2 / 2)) < 1).
  { split; [apply exp_pos|]; rewrite <- exp_0; apply exp_increasing; pose proof (pow_lt G 2 positive); lra. }
  assert (level : -2 * ln (1 - r) <= G ^ 2 <-> exp (- (G ^ 2 / 2)) <= 1 - r).
  { split; intros h; [rewrite <- (exp_ln (1 - r)) by lra; apply exp_le; lra|].
    assert (ln (exp (- (G ^ 2 / 2))) <= ln (1 - r)) by (destruct h as [less| <-]; [left; apply ln_increasing; lra|lra]); rewrite ln_exp in *; lra. }
  assert (negative : ln (1 - r) < 0) by (rewrite <- ln_1; apply ln_increasing; lra).
  unfold share; split; intros h.
  - apply Rle_trans with (sqrt (G ^ 2)); [apply sqrt_le_1_alt, level|rewrite sqrt_pow2; lra].
    assert (r <= 1 - exp (- (G ^ 2 / 2))); [|lra]; apply (power_below (Z.to_nat J)); [lia|lra|lra|rewrite power; lra].
  - assert (r ^ Z.to_nat J <= (1 - exp (- (G ^ 2 / 2))) ^ Z.to_nat J); [|rewrite power in *; lra].
    apply pow_incr; split; [lra|]; assert (exp (- (G ^ 2 / 2)) <= 1 - r); [apply level|lra].
    rewrite <- (sqrt_sqrt (-2 * ln (1 - r))) by lra; simpl; rewrite Rmult_1_r; apply Rmult_le_compat; trivial; apply sqrt_pos.
Qed.

Theorem e3_k_tail_repaired : e3_k_tail_repaired_statement.
Proof.
  split.
  - intros J d needed (low & high & many); assert (count : (1 <= J)%Z) by (apply le_IZR; lra).
    destruct (root_power J d count (conj low high)) as [between _]; set (r := Rpower (1 - d) (1 / IZR J)) in *.
    assert (negative : ln (1 - r) < 0) by (rewrite <- ln_1; apply ln_increasing; lra).
    assert (positive : 0 < sqrt (-2 * ln (1 - r))) by (apply sqrt_lt_R0; lra).
    unfold e3_k_tail_repaired_defined, e3_k_tail_repaired_claim; fold r; split; [repeat split; lra|]; split; [split|].
    + intros (some & reached & least); apply Rle_antisym.
      * apply least; [exact positive|]; apply enough; [exact count|lra|exact positive|apply Rle_refl].
      * apply (enough J d needed count ltac:(lra) some), reached.
    + intros ->; split; [exact positive|]; split; [apply enough; [exact count|lra|exact positive|apply Rle_refl]|].
      intros G some reached; apply (enough J d G count ltac:(lra) some), reached.
    + intros G some; apply enough; [exact count|lra|exact some].
  - intros needed value; unfold e3_k_tail_repaired_claim in value.
    assert (bounds : 53404 / 10000 <= needed < 53405 / 10000) by (rewrite value; split; decided).
    split; [exact bounds|]; split; intros k range.
    + (* sqrt is concave: below 24.29 it is above the chord, and the gap below its larger end *)
      assert (line : 1 + (k + 1 - 1) * (40285 / 10000 / (2429 / 100)) <= sqrt (k + 1)).
      { rewrite <- (sqrt_square (1 + (k + 1 - 1) * (40285 / 10000 / (2429 / 100)))) by lra; apply sqrt_le_1_alt; nra. }
      lra.
    + (* the gap increases from k = 24.3 on *)
      assert (tangent : sqrt (k + 1) <= 50301 / 10000 + (k - 2430 / 100) * (1 / 10)).
      { rewrite <- (sqrt_square (50301 / 10000 + (k - 2430 / 100) * (1 / 10))) by lra; apply sqrt_le_1_alt; nra. }
      lra.
Qed.
