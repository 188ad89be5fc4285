(* Delta is (Q_j - Q) xi + e_j + s Z, of mean zero; |u + v|^2 is at most 2 |u|^2 + 2 |v|^2. *)
From Coq Require Import Reals Lra Lia Psatz.
From TheoryChecks Require Import Sums Vectors Optimal NormalMean Laws Renyi Draws.
From gpope Require Import assumption1_repaired_formula assumption1_repaired_statement.
Open Scope R_scope.

(* The hypotheses are met by one trajectory of one number, Q = 1 and P = 1/2. *)
Example met : (forall y, 2 * dot 1 (image 1 (fun _ _ => / INR 1 * sum 1 (fun _ => 1)) y) (image 1 (multiple (/ 2)) y) = dot 1 y y) /\
  (forall y, 1 * square 1 (multiple (/ 2)) y <= dot 1 y y) /\ assumption1_repaired_domain 0 0 1 (1 / 2) (1 / 2) (1 / 2) 1 0 0 (1 / 2).
Proof.
  repeat split; try (unfold assumption1_repaired_domain; lra); intros y.
  - unfold dot, image, multiple, unit; simpl; field.
  - rewrite square_multiple; pose proof (dot_nonneg 1 y); lra.
Qed.

Section Noise.
Variables (n : nat) (P : matrix).
Hypothesis balanced : symmetric n P.

Definition trace : R := sum n (fun i => P i i).

Lemma square_with u s z : square n P (fun i => u i + s * z i) =
  square n P u + (2 * s * sum n (fun i => image n P u i * z i) + s ^ 2 * sum n (fun i => sum n (fun j => P i j * (z i * z j)))).
Proof.
  transitivity (square n P (fun i => u i - - s * z i)).
  { unfold square; apply dot_ext; [|intros k _; apply image_ext]; intros j _; ring. }
  unfold square at 1; rewrite square_of_step by exact balanced; rewrite (dot_comm n z (image n P u)).
  replace (dot n z (image n P z)) with (sum n (fun i => sum n (fun j => P i j * (z i * z j)))); [unfold square, dot; ring|].
  unfold dot, image; apply sum_ext; intros i _; rewrite <- sum_scale; apply sum_ext; intros; ring.
Qed.

Lemma mean_square_with u s : mean n (fun z => square n P (fun i => u i + s * z i)) (square n P u + s ^ 2 * trace).
Proof.
  pose proof (normal_vector_law n) as lawful.
  assert (plain : mean n (fun z => sum n (fun i => image n P u i * z i)) 0).
  { apply (mean_ext n (fun z => 0 + sum n (fun i => image n P u i * z i))); [intros; ring|apply mean_of_line]. }
  assert (pairs : mean n (fun z => sum n (fun i => sum n (fun j => P i j * (z i * z j)))) trace).
  { replace trace with (sum n (fun i => sum n (fun j => P i j * unit i j))).
    - apply (law_sum (mean n) lawful); intros i one; apply (law_sum (mean n) lawful); intros j two.
      apply (law_scaled (mean n) lawful), mean_of_product; assumption.
    - apply sum_ext; intros i small; apply (sum_unit n i (fun j => P i j)), small. }
  apply (mean_ext n (fun z => 1 * square n P u + 1 * (2 * s * sum n (fun i => image n P u i * z i)
    + s ^ 2 * sum n (fun i => sum n (fun j => P i j * (z i * z j)))))); [intros z; rewrite square_with; ring|].
  replace (square n P u + s ^ 2 * trace) with (1 * square n P u + 1 * (2 * s * 0 + s ^ 2 * trace)) by ring.
  apply (of_sum _ lawful (fun _ => square n P u)); [apply (of_constant _ lawful)|].
  apply (of_sum _ lawful); assumption.
Qed.

Lemma square_of_two u v : (forall y, 0 <= square n P y) -> square n P (fun i => u i + v i) <= 2 * square n P u + 2 * square n P v.
Proof.
  intros nonneg; pose proof (nonneg (fun i => u i - 1 * v i)) as apart; unfold square at 1 in apart; rewrite square_of_step in apart by exact balanced.
  assert (equal : square n P (fun i => u i + v i) = square n P (fun i => u i - -1 * v i)).
  { unfold square; apply dot_ext; [|intros k _; apply image_ext]; intros j _; ring. }
  rewrite equal; unfold square at 1; rewrite square_of_step by exact balanced; unfold square; lra.
Qed.
End Noise.

Lemma average_const m c : (1 <= m)%nat -> sum m (fun _ => / INR m * c) = c.
Proof. intros some; rewrite sum_const; field; apply not_0_INR; lia. Qed.

Theorem assumption1_repaired : assumption1_repaired_statement.
Proof.
  intros n m P Q g optimum xi s beta mu L G1 some mean_Q mean_g x B e trace G0 balanced equation nonneg curve size solved spread Delta next drawn.
  assert (weight : 0 < INR m) by (apply lt_0_INR; lia).
  set (u := fun j i => image n (fun a k => Q j a k - mean_Q a k) xi i + e j i).
  assert (image_less : forall j y i, image n (fun a k => Q j a k - mean_Q a k) y i = image n (Q j) y i - image n mean_Q y i).
  { intros j y i; unfold image; rewrite <- sum_sub; apply sum_ext; intros; ring. }
  assert (image_more : forall M i, image n M x i = image n M xi i + image n M optimum i).
  { intros M i; unfold x; rewrite (image_ext n M _ (fun k => xi k + 1 * optimum k)), image_line by (intros k _; ring); ring. }
  assert (form : forall j z i, (i < n)%nat -> Delta j z i = u j i + s * z i).
  { intros j z i small; unfold Delta, B, u, e; rewrite !image_less, !image_more; ring. }
  assert (centred : forall i, (i < n)%nat -> sum m (fun j => / INR m * u j i) = 0).
  { intros i small.
    assert (averaged : forall y, / INR m * sum m (fun j => image n (Q j) y i) = image n mean_Q y i).
    { intros y; unfold image, mean_Q; rewrite sum_swap, <- sum_scale; apply sum_ext; intros k _.
      rewrite Rmult_comm, (Rmult_comm (/ INR m)), Rmult_assoc, (Rmult_comm (/ INR m)), <- Rmult_assoc.
      f_equal; rewrite Rmult_comm, <- sum_scale; apply sum_ext; intros; ring. }
    rewrite sum_scale; unfold u, e.
    rewrite (sum_ext m _ (fun j => image n (Q j) xi i - image n mean_Q xi i + (image n (Q j) optimum i - image n mean_Q optimum i - (g j i - mean_g i))))
      by (intros j _; rewrite !image_less; reflexivity).
    rewrite sum_add, !sum_sub, !sum_const, !Rmult_plus_distr_l, !Rmult_minus_distr_l, !averaged; unfold mean_g; field; lra. }
  set (average := fun f : nat -> R => sum m (fun j => / INR m * f j)).
  assert (errors : drawn (fun j z => square n P (Delta j z)) (average (fun j => square n P (u j) + s ^ 2 * trace))).
  { exists (fun j => square n P (u j) + s ^ 2 * trace); split; [|reflexivity]; intros j _.
    apply (mean_ext n (fun z => square n P (fun i => u j i + s * z i))); [|exact (mean_square_with n P balanced (u j) s)].
    intros z; unfold square; apply dot_ext; [|intros k _; apply image_ext]; intros i small; symmetry; apply form, small. }
  set (y := fun i => xi i - beta * image n mean_Q xi i).
  assert (steps : drawn (fun j z => square n P (next j z))
    (average (fun j => square n P (fun i => y i - beta * u j i) + (beta * s) ^ 2 * trace))).
  { exists (fun j => square n P (fun i => y i - beta * u j i) + (beta * s) ^ 2 * trace); split; [|reflexivity]; intros j _.
    replace ((beta * s) ^ 2) with ((- (beta * s)) ^ 2) by ring.
    apply (mean_ext n (fun z => square n P (fun i => (y i - beta * u j i) + - (beta * s) * z i)));
      [|exact (mean_square_with n P balanced (fun i => y i - beta * u j i) (- (beta * s)))].
    intros z; unfold square; apply dot_ext; [|intros k _; apply image_ext]; intros i small; specialize (form j z i small);
      unfold Delta in form; unfold next, y; specialize (solved i small); rewrite (image_more mean_Q) in form; unfold x at 1;
      replace (B j i + s * z i) with (u j i + s * z i + (image n mean_Q xi i + image n mean_Q optimum i - mean_g i)) by lra;
      rewrite solved; ring. }
  split; [eexists; exact steps|].
  intros error later first second domain.
  rewrite (noisy_draw_unique _ _ _ _ _ _ first errors), (noisy_draw_unique _ _ _ _ _ _ second steps).
  unfold assumption1_repaired_domain in domain; destruct domain as (short & nonzero & below & positive & _ & large & _ & growth & _).
  assert (spread_errors : average (fun j => square n P (u j)) <= G0 + G1 * square n P xi).
  { apply Rle_trans with (average (fun j => 2 * square n P (image n (fun a k => Q j a k - mean_Q a k) xi) + 2 * square n P (e j))).
    - apply sum_le; intros j _; apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat, weight|].
      unfold u; apply (square_of_two n P balanced); exact nonneg.
    - specialize (spread xi); unfold average; rewrite sum_scale, sum_add, !sum_scale; unfold G0; lra. }
  assert (parts : average (fun j => square n P (u j) + s ^ 2 * trace) = average (fun j => square n P (u j)) + s ^ 2 * trace).
  { unfold average; rewrite (sum_ext m _ (fun j => / INR m * square n P (u j) + / INR m * (s ^ 2 * trace))) by (intros; ring).
    rewrite sum_add, average_const by exact some; reflexivity. }
  assert (moved : average (fun j => square n P (fun i => y i - beta * u j i) + (beta * s) ^ 2 * trace)
    = square n P y + beta ^ 2 * (average (fun j => square n P (u j)) + s ^ 2 * trace)).
  { unfold average; rewrite (sum_ext m _ (fun j => / INR m * (square n P y + (beta * s) ^ 2 * trace)
      + (- 2 * beta * (/ INR m * dot n (u j) (image n P y)) + beta ^ 2 * (/ INR m * square n P (u j))))).
    - rewrite sum_add, average_const, sum_add, !sum_scale by exact some.
      replace (sum m (fun j => dot n (u j) (image n P y))) with (sum n (fun i => image n P y i * sum m (fun j => u j i))).
      + rewrite (sum_ext n _ (fun _ => 0)), sum_const; [ring|]; intros i small; specialize (centred i small); rewrite sum_scale in centred.
        apply Rmult_integral in centred; destruct centred as [never|none]; [pose proof (Rinv_0_lt_compat _ weight); lra|rewrite none; ring].
      + rewrite (sum_ext n _ (fun i => sum m (fun j => image n P y i * u j i))), sum_swap by (intros; symmetry; apply sum_scale).
        apply sum_ext; intros j _; apply sum_ext; intros; ring.
    - intros j _; unfold square at 1; rewrite square_of_step by exact balanced; unfold square; ring. }
  assert (contracted : square n P y <= (1 - beta * mu + beta ^ 2 * L) * square n P xi).
  { unfold square at 1, y; rewrite square_of_step by exact balanced; fold (square n P xi); fold (square n P (image n mean_Q xi)).
    specialize (equation xi); specialize (curve xi); specialize (size xi).
    assert (beta ^ 2 * square n P (image n mean_Q xi) <= beta ^ 2 * (L * square n P xi)) by (apply Rmult_le_compat_l; [apply pow2_ge_0|exact size]).
    assert (beta * (mu * square n P xi) <= beta * dot n xi xi) by (apply Rmult_le_compat_l; lra).
    assert (2 * beta * dot n (image n mean_Q xi) (image n P xi) = beta * dot n xi xi) by (rewrite <- equation; ring); lra. }
  unfold assumption1_repaired_claim; rewrite moved, parts; split; [fold trace; lra|]; fold trace.
  assert (step : beta * (L + G1) <= mu / 2).
  { apply (Rmult_le_compat_r (2 * (L + G1))) in below; [|lra].
    replace (mu / (2 * (L + G1)) * (2 * (L + G1))) with mu in below by (field; lra); lra. }
  pose proof (nonneg xi) as start.
  assert (beta ^ 2 * (average (fun j => square n P (u j)) + s ^ 2 * trace) <= beta ^ 2 * (G0 + G1 * square n P xi + s ^ 2 * trace))
    by (apply Rmult_le_compat_l; [apply pow2_ge_0|lra]).
  assert (beta * square n P xi * (beta * (L + G1)) <= beta * square n P xi * (mu / 2))
    by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact step]); nra.
Qed.
