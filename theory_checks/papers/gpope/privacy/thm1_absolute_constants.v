(* One record turns its gradient round, in the limit of rewards that are large against the iterates. With the noise that is printed the
   last iterate tells so as well as a Gaussian mechanism with mu = 2 epsilon/(c2 sqrt L) does once N is large, whatever m is, for
   delta = 1/2 and L = ln 2; and mu is as large against sqrt epsilon as one likes if epsilon is. Chances are bounded by exponentials. *)
From Coq Require Import Reals ZArith Lra Lia List Psatz.
From TheoryChecks Require Import Sums Vectors NormalTail NormalEvents Trajectories Releases Runs LinkedList Drifts LargeRewards.
From gpope Require Import thm1_absolute_constants_formula thm1_absolute_constants_statement.
Import ListNotations.
Open Scope R_scope.

Lemma mixed_below q l : 0 <= q <= 1 -> 0 <= l -> q * exp (- l) + (1 - q) * exp l <= exp (l - q * (2 * l - 4 * l ^ 2)).
Proof.
  intros share positive; assert (small : exp (- (2 * l)) <= 1 - 2 * l + 4 * l ^ 2).
  { rewrite exp_Ropp; apply (Rmult_le_reg_r (exp (2 * l))); [apply exp_pos|]; rewrite Rinv_l by (apply Rgt_not_eq, exp_pos).
    pose proof (exp_ineq1_le (2 * l)); assert (0 <= 1 - 2 * l + 4 * l ^ 2) by nra.
    apply Rle_trans with ((1 - 2 * l + 4 * l ^ 2) * (1 + 2 * l)); [nra|apply Rmult_le_compat_l; lra]. }
  apply Rle_trans with (exp l * (1 - q * (1 - exp (- (2 * l))))).
  - replace (exp (- l)) with (exp l * exp (- (2 * l))) by (rewrite <- exp_plus; f_equal; ring); right; ring.
  - replace (l - q * (2 * l - 4 * l ^ 2)) with (l + - (q * (2 * l - 4 * l ^ 2))) by ring; rewrite exp_plus.
    apply Rmult_le_compat_l; [left; apply exp_pos|]; pose proof (exp_ineq1_le (- (q * (2 * l - 4 * l ^ 2)))).
    assert (q * (2 * l - 4 * l ^ 2) <= q * (1 - exp (- (2 * l)))) by (apply Rmult_le_compat_l; lra); lra.
Qed.

Section Chances.
Variables (k N : nat) (kappa y : R).
Let q : R := / INR (S k).
Let s : R := kappa * sqrt (INR N).
Let t : R := - INR N + 3 * (kappa * INR N).
Hypotheses (steps : (1 <= N)%nat) (noise : 0 < kappa) (above : 0 < y) (apart : 2 * q / kappa = y + 3)
  (late : 4 * q * y ^ 2 / kappa ^ 2 <= INR N).

Let many : 0 < INR N.
Proof. apply lt_0_INR; lia. Qed.

Let share : 0 < q <= 1.
Proof.
  unfold q; pose proof (le_INR 1 (S k) ltac:(lia)) as large; simpl (INR 1) in large.
  split; [apply Rinv_0_lt_compat; lra|rewrite <- Rinv_1; apply Rinv_le_contravar; lra].
Qed.

Let spread : 0 < s.
Proof. apply Rmult_lt_0_compat; [exact noise|apply sqrt_lt_R0, many]. Qed.

Let spread_square : s ^ 2 = kappa ^ 2 * INR N.
Proof. unfold s; rewrite Rpow_mult_distr, pow2_sqrt; lra. Qed.

(* The record seen and unseen, for rewards that are large enough *)
Lemma told_apart eta : 0 < eta -> exists r f g, after s q (goes (- r)) (goes (- r)) N (up_to t) f /\ after s q (goes r) (goes (- r)) N (up_to t) g /\
  1 - exp (- (9 / 2)) - INR N * eta <= f 0 /\ g 0 <= exp (1 - y ^ 2 / 2) + INR N * eta.
Proof.
  intros few; set (rate := 3 / (kappa * INR N)); set (rate' := y / (kappa * INR N)).
  assert (scale : 0 < kappa * INR N) by (apply Rmult_lt_0_compat; assumption).
  assert (positive : 0 < rate) by (apply Rdiv_lt_0_compat; lra); assert (positive' : 0 < rate') by (apply Rdiv_lt_0_compat; lra).
  set (F := exp (- rate)); set (F' := q * exp (- rate') + (1 - q) * exp rate').
  assert (factor : 0 < F) by apply exp_pos.
  assert (factor' : 0 < F').
  { unfold F'; pose proof (exp_pos (- rate')); pose proof (exp_pos rate'); assert (0 < q * exp (- rate')) by (apply Rmult_lt_0_compat; lra).
    assert (0 <= (1 - q) * exp rate') by (apply Rmult_le_pos; lra); lra. }
  set (G := F * exp (rate ^ 2 * s ^ 2 / 2)); set (G' := F' * exp (rate' ^ 2 * s ^ 2 / 2)).
  assert (grown : 0 < G) by (apply Rmult_lt_0_compat; [exact factor|apply exp_pos]).
  assert (grown' : 0 < G') by (apply Rmult_lt_0_compat; [exact factor'|apply exp_pos]).
  destruct (far_enough rate (1 - 1 * t) (rate ^ 2 * s ^ 2 / 2) ((1 + G) ^ N) eta positive ltac:(apply pow_lt; lra) few) as [low enough].
  destruct (far_enough rate' (1 - -1 * t) (rate' ^ 2 * s ^ 2 / 2) ((1 + G') ^ N) eta positive' ltac:(apply pow_lt; lra) few) as [low' enough'].
  set (far := Rmax low low'); specialize (enough far (Rmax_l _ _)); specialize (enough' far (Rmax_r _ _)); set (r := (5 * far + 1) / 3).
  pose proof (fun r w => cut_between (5 * w - 3 * r)) as short.
  destruct (chance_after s q 6 (goes (- r)) (goes (- r)) spread ltac:(lra) (goes_slow _) (goes_slow _) ltac:(lra) t N) as [f one].
  destruct (chance_after s q 6 (goes r) (goes (- r)) spread ltac:(lra) (goes_slow _) (goes_slow _) ltac:(lra) t N) as [g two].
  exists r, f, g; split; [exact one|]; split; [exact two|]; split.
  - assert (1 - f 0 <= exp (rate * (1 * (0 - t))) * G ^ N + INR N * eta).
    { apply (missed s q (goes (- r)) (goes (- r)) ltac:(lra) 1 rate t far F eta N) with (h := fun w => 1 - up_to t w) (g := fun w => 1 - f w); try lra; try assumption.
      - intros w; unfold goes; specialize (short (- r) w); lra.
      - intros w; unfold goes; specialize (short (- r) w); lra.
      - intros w near; rewrite goes_down by (unfold r; lra); replace (rate * (1 * (w - 1 - w))) with (- rate) by ring; unfold F; lra.
      - replace (1 - far - 1 * t) with (1 - 1 * t - far) by ring; exact enough.
      - apply below_exponential; [lra|]; intros w; unfold up_to, at_most; destruct (Rle_dec w t); split; lra.
      - lia.
      - apply after_opposite, one. }
    enough (exp (rate * (1 * (0 - t))) * G ^ N = exp (- (9 / 2))) by lra.
    unfold G, F; rewrite <- exp_plus, exp_power, <- exp_plus, spread_square; f_equal; unfold t, rate; field; lra.
  - assert (bound : g 0 <= exp (rate' * (-1 * (0 - t))) * G' ^ N + INR N * eta).
    { apply (missed s q (goes r) (goes (- r)) ltac:(lra) (-1) rate' t far F' eta N) with (h := up_to t); try lra; try assumption.
      - intros w; unfold goes; specialize (short r w); lra.
      - intros w; unfold goes; specialize (short (- r) w); lra.
      - intros w near; rewrite goes_up by (unfold r; lra); unfold F'.
        replace (rate' * (-1 * (w + 1 - w))) with (- rate') by ring; apply Rplus_le_compat_l, Rmult_le_compat_l; [lra|]; apply exp_le.
        rewrite <- (Rmult_1_r rate') at 2; apply Rmult_le_compat_l; [lra|]; unfold goes; specialize (short (- r) w); lra.
      - replace (1 - far - -1 * t) with (1 - -1 * t - far) by ring; exact enough'.
      - apply below_exponential; [lra|]; intros w; unfold up_to, at_most; destruct (Rle_dec w t); split; lra.
      - lia. }
    apply Rle_trans with (1 := bound), Rplus_le_compat_r.
    assert (less : G' ^ N <= exp (rate' - q * (2 * rate' - 4 * rate' ^ 2) + rate' ^ 2 * s ^ 2 / 2) ^ N).
    { apply pow_incr; split; [lra|]; unfold G', F'; rewrite exp_plus; apply Rmult_le_compat_r; [left; apply exp_pos|apply mixed_below; lra]. }
    apply Rle_trans with (exp (rate' * (-1 * (0 - t))) * exp (rate' - q * (2 * rate' - 4 * rate' ^ 2) + rate' ^ 2 * s ^ 2 / 2) ^ N);
      [apply Rmult_le_compat_l; [left; apply exp_pos|exact less]|].
    rewrite exp_power, <- exp_plus, spread_square; apply exp_le.
    replace (rate' * (-1 * (0 - t)) + INR N * (rate' - q * (2 * rate' - 4 * rate' ^ 2) + rate' ^ 2 * (kappa ^ 2 * INR N) / 2))
      with (3 * y - y * (2 * q / kappa) + y ^ 2 / 2 + 4 * q * y ^ 2 / kappa ^ 2 / INR N) by (unfold t, rate'; field; lra).
    rewrite apart; assert (4 * q * y ^ 2 / kappa ^ 2 / INR N <= 1); [|nra].
    apply (Rmult_le_reg_r (INR N)); [exact many|]; unfold Rdiv at 1; rewrite Rmult_assoc, Rinv_l by lra; lra.
Qed.
End Chances.

Theorem thm1_absolute_constants_refuted : ~ thm1_absolute_constants_statement.
Proof.
  intros (m & c1 & c2 & some & first & second & all); destruct m as [|k]; [lia|]; set (m := INR (S k)) in *.
  assert (size : 1 <= m) by (unfold m; pose proof (le_INR 1 (S k) ltac:(lia)) as large; simpl (INR 1) in large; exact large).
  assert (log : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  set (root := sqrt (ln 2)); assert (positive : 0 < root) by (apply sqrt_lt_R0, log).
  set (D := / (c2 * root)); assert (rate : 0 < D) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption).
  set (epsilon := 1 + (3 * D + 1) / D ^ 2); assert (square : 0 < D ^ 2) by (apply pow_lt, rate).
  assert (part : 0 < (3 * D + 1) / D ^ 2) by (apply Rdiv_lt_0_compat; lra).
  assert (target : 1 <= epsilon) by (unfold epsilon; lra).
  assert (product : epsilon * D ^ 2 = D ^ 2 + 3 * D + 1) by (unfold epsilon; field; lra).
  set (kappa := / m / (epsilon * D)); set (y := 2 * (epsilon * D) - 3).
  assert (strength : 0 < epsilon * D) by (apply Rmult_lt_0_compat; lra).
  assert (above : 0 < y) by (unfold y; assert (epsilon * D * D = D ^ 2 + 3 * D + 1) by (rewrite <- product; ring); nra).
  assert (noise : 0 < kappa) by (unfold kappa; apply Rdiv_lt_0_compat; [apply Rinv_0_lt_compat; lra|exact strength]).
  assert (apart : 2 * / m / kappa = y + 3) by (unfold y, kappa; field; repeat split; lra).
  assert (enough : epsilon + 11 / 2 <= y ^ 2 / 2).
  { unfold y; replace ((2 * (epsilon * D) - 3) ^ 2) with (4 * epsilon * (epsilon * D ^ 2) - 12 * (epsilon * D) + 9) by ring.
    rewrite product; assert (0 <= epsilon * D ^ 2) by (apply Rmult_le_pos; lra); nra. }
  destruct (unbounded (epsilon * m ^ 2 / c1 + 4 * / m * y ^ 2 / kappa ^ 2)) as [N large].
  assert (0 < epsilon * m ^ 2 / c1) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; [lra|apply pow_lt; lra]|exact first]).
  assert (0 < 4 * / m * y ^ 2 / kappa ^ 2).
  { apply Rdiv_lt_0_compat; [|apply pow_lt, noise]; apply Rmult_lt_0_compat; [|apply pow_lt, above].
    apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; lra]. }
  assert (many : 0 < INR N) by lra; assert (steps : (1 <= N)%nat) by (apply INR_lt, many).
  pose proof (exp_pos epsilon) as weight; set (eta := / (10 * INR N * (1 + exp epsilon))).
  assert (few : 0 < eta) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra).
  assert (share : INR N * eta * (1 + exp epsilon) = 1 / 10) by (unfold eta; field; repeat split; lra).
  destruct (told_apart k N kappa y steps noise above apart ltac:(fold m; lra) eta few) as (r & f & g & one & two & seen & missed).
  set (sigma := kappa * sqrt (INR N)) in *; set (t := - INR N + 3 * (kappa * INR N)) in *.
  assert (reached : f 0 - exp epsilon * g 0 <= 1 / 2).
  { pose proof (fun r => released_after sigma k N r (- r) (up_to t)) as run; fold m in run.
    apply (all 1%nat N (1 / 2) sigma 1 epsilon (1 / 2) (f 0) (g 0) (fun _ => 1) (fun _ => 0) (doubling (- r) :: repeat (doubling (- r)) k)
      (doubling r :: repeat (doubling (- r)) k) (fun seen => up_to t (current seen 1%nat))); try lra; try (intros; lra).
    - exists [], (doubling (- r)), (doubling r), (repeat (doubling (- r)) k); split; reflexivity.
    - cbn [List.length]; rewrite repeat_length; reflexivity.
    - split; [discriminate|]; intros one_run [<-|inside]; [cbn [tau doubling]; lia|apply repeat_spec in inside; subst; cbn [tau doubling]; lia].
    - split; [discriminate|]; intros one_run [<-|inside]; [cbn [tau doubling]; lia|apply repeat_spec in inside; subst; cbn [tau doubling]; lia].
    - split; [intros now; unfold up_to; destruct (at_most t (current now 1%nat)); tauto|intros _ now other ->; reflexivity].
    - pose proof (released_after sigma k N (- r) (- r) (up_to t) f one [] (fun _ => 0)) as of; exact of.
    - exact (run r g two [] (fun _ => 0)).
    - unfold thm1_absolute_constants_domain; rewrite <- !INR_IZR_INZ; fold m; replace (1 / (1 / 2)) with 2 by field.
      assert (sigma = c2 * sqrt (INR N * ln 2) / (m * epsilon)).
      { rewrite sqrt_mult by lra; fold root; unfold sigma, kappa, D; field; repeat split; lra. }
      assert (epsilon < c1 * INR N / m ^ 2).
      { apply (Rmult_lt_reg_r (m ^ 2 / c1)); [apply Rdiv_lt_0_compat; [apply pow_lt; lra|exact first]|].
        replace (c1 * INR N / m ^ 2 * (m ^ 2 / c1)) with (INR N) by (field; lra); unfold Rdiv in *; rewrite <- Rmult_assoc; lra. }
      assert (1 <= INR N) by (pose proof (le_INR 1 N steps) as large'; simpl (INR 1) in large'; exact large').
      assert (0 < m ^ 2) by (apply pow_lt; lra); assert (0 < m * epsilon) by (apply Rmult_lt_0_compat; lra).
      assert (0 <= INR N * ln 2) by (apply Rmult_le_pos; lra); repeat split; lra. }
  assert (tail : exp (- (9 / 2)) <= 2 / 11).
  { rewrite exp_Ropp; replace (2 / 11) with (/ (1 + 9 / 2)) by field; apply Rinv_le_contravar; [lra|apply exp_ineq1_le]. }
  assert (rest : exp epsilon * exp (1 - y ^ 2 / 2) <= exp (- (9 / 2))) by (rewrite <- exp_plus; apply exp_le; lra).
  assert (exp epsilon * g 0 <= exp epsilon * (exp (1 - y ^ 2 / 2) + INR N * eta)) by (apply Rmult_le_compat_l; lra); lra.
Qed.
