(* Nothing is drawn from one record, and as delta tends to 1 the printed noise vanishes: the sign of the steps, in the limit of large
   rewards, is then missed with a chance that falls faster than 1 - delta. *)
From Coq Require Import Reals ZArith Lra Lia List Psatz.
From TheoryChecks Require Import NormalTail NormalEvents Trajectories Releases Runs Drifts LargeRewards.
From gpope Require Import thm1_constants_depend_formula thm1_constants_depend_statement.
Import ListNotations.
Open Scope R_scope.

Lemma exp_square y : 0 < y -> exp (- y) <= 4 / y ^ 2.
Proof.
  intros positive; pose proof (exp_ineq1_le (y / 2)) as half.
  assert (square : y ^ 2 / 4 <= exp y).
  { replace (exp y) with (exp (y / 2) * exp (y / 2)) by (rewrite <- exp_plus; f_equal; field); nra. }
  rewrite exp_Ropp; replace (4 / y ^ 2) with (/ (y ^ 2 / 4)) by (field; lra); apply Rinv_le_contravar; [|exact square].
  assert (0 < y ^ 2) by (apply pow_lt, positive); lra.
Qed.

Lemma exp_small x : 0 < x <= 1 -> exp (- x) <= 1 - x / 2.
Proof.
  intros [positive small]; pose proof (exp_ineq1_le x); rewrite exp_Ropp; apply (Rmult_le_reg_r (exp x)); [apply exp_pos|].
  rewrite Rinv_l by (pose proof (exp_pos x); lra); nra.
Qed.

(* The side of 0 on which the last iterate is, after N steps down and after N steps up *)
Lemma sides_told_apart N s eta : 0 < s -> 0 < eta -> exists r f g,
  after s (/ INR 1) (goes (- r)) (goes (- r)) N (up_to 0) f /\ after s (/ INR 1) (goes r) (goes r) N (up_to 0) g /\
  1 - exp (- (INR N / (2 * s ^ 2))) - INR N * eta <= f 0 /\ g 0 <= exp (- (INR N / (2 * s ^ 2))) + INR N * eta.
Proof.
  intros noise few; change (INR 1) with 1; assert (square : 0 < s ^ 2) by (apply pow_lt, noise).
  set (rate := / s ^ 2); assert (positive : 0 < rate) by (apply Rinv_0_lt_compat, square); set (F := exp (- rate)).
  assert (grown : 0 < F * exp (rate ^ 2 * s ^ 2 / 2)) by (apply Rmult_lt_0_compat; apply exp_pos).
  assert (power : (F * exp (rate ^ 2 * s ^ 2 / 2)) ^ N = exp (- (INR N / (2 * s ^ 2)))).
  { unfold F; rewrite <- exp_plus, exp_power; f_equal; unfold rate; field; lra. }
  destruct (far_enough rate 1 (rate ^ 2 * s ^ 2 / 2) ((1 + F * exp (rate ^ 2 * s ^ 2 / 2)) ^ N) eta positive ltac:(apply pow_lt; lra) few) as [far enough].
  specialize (enough far (Rle_refl far)); set (r := (5 * far + 1) / 3); pose proof (fun r w => cut_between (5 * w - 3 * r)) as short.
  destruct (chance_after s (/ 1) 6 (goes (- r)) (goes (- r)) noise ltac:(lra) (goes_slow _) (goes_slow _) ltac:(lra) 0 N) as [f one].
  destruct (chance_after s (/ 1) 6 (goes r) (goes r) noise ltac:(lra) (goes_slow _) (goes_slow _) ltac:(lra) 0 N) as [g two].
  exists r, f, g; split; [exact one|]; split; [exact two|]; split.
  - assert (1 - f 0 <= exp (rate * (1 * (0 - 0))) * (F * exp (rate ^ 2 * s ^ 2 / 2)) ^ N + INR N * eta).
    { apply (missed s (/ 1) (goes (- r)) (goes (- r)) ltac:(lra) 1 rate 0 far F eta N) with (h := fun w => 1 - up_to 0 w) (g := fun w => 1 - f w);
        try lra; try apply exp_pos.
      - intros w; unfold goes; specialize (short (- r) w); lra.
      - intros w; unfold goes; specialize (short (- r) w); lra.
      - intros w near; rewrite goes_down by (unfold r; lra); replace (rate * (1 * (w - 1 - w))) with (- rate) by ring; unfold F; lra.
      - replace (1 - far - 1 * 0) with (1 - far) by ring; exact enough.
      - apply below_exponential; [lra|]; intros w; unfold up_to, at_most; destruct (Rle_dec w 0); split; lra.
      - lia.
      - apply after_opposite, one. }
    replace (rate * (1 * (0 - 0))) with 0 in * by ring; rewrite exp_0, power in *; lra.
  - assert (g 0 <= exp (rate * (-1 * (0 - 0))) * (F * exp (rate ^ 2 * s ^ 2 / 2)) ^ N + INR N * eta).
    { apply (missed s (/ 1) (goes r) (goes r) ltac:(lra) (-1) rate 0 far F eta N) with (h := up_to 0); try lra; try apply exp_pos; try assumption.
      - intros w; unfold goes; specialize (short r w); lra.
      - intros w; unfold goes; specialize (short r w); lra.
      - intros w near; rewrite goes_up by (unfold r; lra); replace (rate * (-1 * (w + 1 - w))) with (- rate) by ring; unfold F; lra.
      - replace (1 - far - -1 * 0) with (1 - far) by ring; exact enough.
      - apply below_exponential; [lra|]; intros w; unfold up_to, at_most; destruct (Rle_dec w 0); split; lra.
      - lia. }
    replace (rate * (-1 * (0 - 0))) with 0 in * by ring; rewrite exp_0, power in *; lra.
Qed.

Theorem thm1_constants_depend_refuted : ~ thm1_constants_depend_statement.
Proof.
  intros (N & c1 & c2 & some & first & second & all); assert (many : 0 < INR N) by (apply lt_0_INR; lia).
  assert (bound : 0 < c1 * INR N) by (apply Rmult_lt_0_compat; assumption).
  set (epsilon := c1 * INR N / 2); assert (target : 0 < epsilon) by (unfold epsilon; lra).
  set (K := epsilon ^ 2 / (2 * c2 ^ 2)); assert (size : 0 < K).
  { apply Rdiv_lt_0_compat; [apply pow_lt, target|]; assert (0 < c2 ^ 2) by (apply pow_lt, second); lra. }
  pose proof (exp_pos epsilon) as weight; set (E := 1 + exp epsilon); assert (sum_ : 1 < E) by (unfold E; lra).
  assert (limit : 0 < K ^ 2 / (32 * E)) by (apply Rdiv_lt_0_compat; [apply pow_lt, size|lra]).
  set (u := Rmin 1 (K ^ 2 / (32 * E))); assert (range : 0 < u <= 1) by (unfold u; split; [apply Rmin_glb_lt; lra|apply Rmin_l]).
  assert (small : u * (32 * E) <= K ^ 2).
  { apply Rle_trans with (K ^ 2 / (32 * E) * (32 * E)); [apply Rmult_le_compat_r; [lra|apply Rmin_r]|right; field; lra]. }
  set (delta := exp (- u)); set (sigma := c2 * sqrt (INR N * u) / epsilon).
  assert (part : 0 < INR N * u) by (apply Rmult_lt_0_compat; lra).
  assert (noise : 0 < sigma) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; [exact second|apply sqrt_lt_R0, part]|exact target]).
  assert (rest : INR N / (2 * sigma ^ 2) = K / u).
  { unfold sigma, K, Rdiv; rewrite !Rpow_mult_distr, pow2_sqrt, pow_inv by lra; field; repeat split; lra. }
  set (eta := u / (16 * INR N * E)); assert (few : 0 < eta) by (apply Rdiv_lt_0_compat; [lra|apply Rmult_lt_0_compat; lra]).
  destruct (sides_told_apart N sigma eta noise few) as (r & f & g & one & two & seen & missed); rewrite rest in seen, missed.
  assert (tail : E * exp (- (K / u)) <= u / 8).
  { assert (quotient : 0 < K / u) by (apply Rdiv_lt_0_compat; lra); apply Rle_trans with (E * (4 / (K / u) ^ 2)).
    - apply Rmult_le_compat_l; [lra|apply exp_square, quotient].
    - replace (E * (4 / (K / u) ^ 2)) with (u / 8 * (u * (32 * E)) / K ^ 2) by (field; lra).
      apply (Rmult_le_reg_r (K ^ 2)); [apply pow_lt, size|]; unfold Rdiv at 1; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by (apply pow_nonzero; lra).
      apply Rmult_le_compat_l; lra. }
  assert (share : E * (INR N * eta) = u / 16) by (unfold eta; field; repeat split; lra).
  assert (reached : f 0 - exp epsilon * g 0 <= delta).
  { pose proof (fun r => released_after sigma 0 N r r (up_to 0)) as run; cbn [repeat] in run.
    apply (all 1%nat (1 / 2) sigma 1 epsilon delta (f 0) (g 0) (fun _ => 1) (fun _ => 0) [doubling (- r)] [doubling r]
      (fun seen => up_to 0 (current seen 1%nat))); try lra; try (intros; lra).
    - exists [], (doubling (- r)), (doubling r), []; split; reflexivity.
    - reflexivity.
    - split; [discriminate|]; intros one_run [<-|[]]; cbn [tau doubling]; lia.
    - split; [discriminate|]; intros one_run [<-|[]]; cbn [tau doubling]; lia.
    - split; [intros now; unfold up_to; destruct (at_most 0 (current now 1%nat)); tauto|intros _ now other ->; reflexivity].
    - exact (run (- r) f one [] (fun _ => 0)).
    - exact (run r g two [] (fun _ => 0)).
    - assert (log : ln (1 / delta) = u).
      { unfold delta; replace (1 / exp (- u)) with (exp u) by (rewrite exp_Ropp; field; apply Rgt_not_eq, exp_pos); apply ln_exp. }
      pose proof (exp_pos (- u)) as alive; fold delta in alive; assert (0 < 1 / delta) by (apply Rdiv_lt_0_compat; lra).
      pose proof (exp_small u range) as below; fold delta in below; pose proof (le_INR 1 N some) as steps; simpl (INR 1) in steps.
      unfold thm1_constants_depend_domain; rewrite log, <- INR_IZR_INZ, !Rmult_1_l, pow1; fold sigma; repeat split; try lra; unfold epsilon; lra. }
  pose proof (exp_small u range) as below; fold delta in below.
  assert (exp epsilon * g 0 <= exp epsilon * (exp (- (K / u)) + INR N * eta)) by (apply Rmult_le_compat_l; lra); unfold E in *; lra.
Qed.
