(* What the noise adds lies between what the optimal policy gains from it and what no policy exceeds. So its modulus is at most a mean, with
   weights, of the largest noise and the modulus of one; and at most the largest noise and what a symmetric number has in the mean. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal Maximum Policies NormalMean Moments RewardNoise LinearForms MeanExists Places NoiseGains Estimates.
From dpdqn Require Import prop10_repaired_formula prop10_repaired_statement.
Open Scope R_scope.

Lemma best_lipschitz k : (0 < k)%nat -> lipschitz k 1 (best k).
Proof.
  intros some z w; rewrite Rmult_1_l; apply best_close; [exact some|]; intros i small.
  apply (Existence.sum_member k (fun j => Rabs (z j - w j))); [intros; apply Rabs_pos|exact small].
Qed.

(* A function of one of the numbers *)
Lemma mean_of_coordinate k i f l : (i < k)%nat -> mean_of_one f l -> mean k (fun z => f (z i)) l.
Proof.
  intros small of; induction k as [|k IH]; [lia|]; destruct (Nat.eq_dec i k) as [->|].
  - exists f; split; [intros x; rewrite Nat.eqb_refl; apply mean_const|exact of].
  - exists (fun _ => l); split; [|apply mean_of_one_const]; intros x.
    replace (Nat.eqb i k) with false by (symmetry; apply Nat.eqb_neq; lia); apply IH; lia.
Qed.

(* It does not matter of which number the modulus is. *)
Lemma best_exchanged k i j z : (i < k)%nat -> (j < k)%nat -> best k (exchange i j z) = best k z.
Proof.
  intros one two; apply Rle_antisym; (apply best_least; [lia|]); intros a small.
  - unfold exchange; destruct (Nat.eqb a i), (Nat.eqb a j); apply best_above; assumption.
  - replace (z a) with (exchange i j z (if Nat.eqb a i then j else if Nat.eqb a j then i else a)).
    + apply best_above; destruct (Nat.eqb a i), (Nat.eqb a j); assumption.
    + destruct (Nat.eqb_spec a i) as [->|other]; [|destruct (Nat.eqb_spec a j) as [->|other']]; unfold exchange; rewrite ?Nat.eqb_refl; try reflexivity.
      * destruct (Nat.eqb_spec j i) as [->|]; reflexivity.
      * replace (Nat.eqb a i) with false by (symmetry; apply Nat.eqb_neq, other).
        replace (Nat.eqb a j) with false by (symmetry; apply Nat.eqb_neq, other'); reflexivity.
Qed.

Lemma modulus_or_best_lipschitz k : (0 < k)%nat -> lipschitz k 1 (fun z => Rmax (Rabs (z 0%nat)) (best k z)).
Proof.
  intros some z w; pose proof (best_lipschitz k some z w) as one; pose proof (Rabs_triang_inv2 (z 0%nat) (w 0%nat)) as inner.
  pose proof (Existence.sum_member k (fun j => Rabs (z j - w j)) 0 (fun _ _ => Rabs_pos _) some) as two; cbv beta in two.
  apply Rabs_le; unfold Rabs at 1 in inner; revert one inner; unfold Rmax, Rabs at 1; repeat destruct (Rle_dec _ _); repeat destruct (Rcase_abs _); lra.
Qed.

Lemma modulus_of_any k i b : (i < k)%nat -> mean k (fun z => Rmax (Rabs (z 0%nat)) (best k z)) b -> mean k (fun z => Rmax (Rabs (z i)) (best k z)) b.
Proof.
  destruct i as [|i]; intros small known; [exact known|].
  pose proof (places_exchanged k 1 _ b 0 (S i) ltac:(lra) ltac:(lia) small (modulus_or_best_lipschitz k ltac:(lia)) known) as moved.
  refine (mean_ext k _ _ _ _ moved); intros z; cbv beta; rewrite best_exchanged by lia; reflexivity.
Qed.

(* Exponentials bound b: those of all numbers, and that of the opposite of the first. *)
Lemma modulus_and_others k b : (0 < k)%nat -> mean k (fun z => Rmax (Rabs (z 0%nat)) (best k z)) b -> b <= sqrt (2 * ln (INR k + 1)).
Proof.
  intros some known; pose proof (lt_0_INR k some) as count; set (l := ln (INR k + 1)).
  assert (log : 0 < l) by (unfold l; rewrite <- ln_1; apply ln_increasing; lra).
  set (t := sqrt (2 * l)); assert (positive : 0 < t) by (apply sqrt_lt_R0; lra); assert (square : t * t = 2 * l) by (apply sqrt_sqrt; lra).
  set (c := exp (- (2 * l))).
  assert (each : forall a, mean_of_one (fun x => exp (0 + a * x)) (exp (0 + a ^ 2 / 2))) by (intros; apply exponential_mean).
  pose proof (sum_mean k k (fun i z => exp (0 + t * z i)) (fun _ => exp (0 + t ^ 2 / 2))
    (fun i small => mean_of_coordinate k i (fun x => exp (0 + t * x)) _ small (each t))) as all.
  pose proof (mean_of_coordinate k 0 (fun x => exp (0 + - t * x)) _ some (each (- t))) as opposite.
  pose proof (mean_add k _ _ _ _ (mean_const k (2 * l - 1)) (mean_times k c _ _ (mean_add k _ _ _ _ all opposite))) as bound.
  rewrite sum_const in bound; replace ((- t) ^ 2) with (t ^ 2) in bound by ring.
  assert (value : exp (0 + t ^ 2 / 2) = exp l) by (f_equal; simpl; rewrite Rmult_1_r, square; field).
  assert (whole : exp l = INR k + 1) by (unfold l; apply exp_ln; lra).
  assert (part : c * (INR k * exp (0 + t ^ 2 / 2) + exp (0 + t ^ 2 / 2)) = 1).
  { rewrite value; replace (INR k * exp l + exp l) with (exp l * exp l) by (rewrite whole; ring); unfold c; rewrite <- !exp_plus, <- exp_0; f_equal; ring. }
  rewrite part in bound; replace (2 * l - 1 + 1) with (t * t) in bound by lra.
  apply (Rmult_le_reg_l t); [exact positive|]; refine (mean_le k _ _ _ _ (mean_times k t _ _ known) bound _); intros z.
  assert (below : exp (t * Rmax (Rabs (z 0%nat)) (best k z)) <= sum k (fun i => exp (0 + t * z i)) + exp (0 + - t * z 0%nat)).
  { assert (one : forall i, (i < k)%nat -> exp (0 + t * z i) <= sum k (fun i => exp (0 + t * z i)))
      by (intros i small; apply (Existence.sum_member k (fun i => exp (0 + t * z i))); [intros; left; apply exp_pos|exact small]).
    pose proof (exp_pos (0 + - t * z 0%nat)); destruct (best_attained k z some) as (i & small & equal); rewrite equal.
    unfold Rmax; destruct (Rle_dec (Rabs (z 0%nat)) (z i)).
    - specialize (one i small); rewrite Rplus_0_l in one at 1; lra.
    - specialize (one 0%nat some); rewrite Rplus_0_l in one at 1; unfold Rabs; destruct (Rcase_abs (z 0%nat)); [|lra].
      replace (t * - z 0%nat) with (0 + - t * z 0%nat) by ring; pose proof (exp_pos (t * z 0%nat)); lra. }
  pose proof (exp_ineq1_le (t * Rmax (Rabs (z 0%nat)) (best k z) - 2 * l)) as tangent; unfold Rminus in tangent; rewrite exp_plus in tangent; fold c in tangent.
  apply (Rmult_le_compat_l c) in below; [|left; apply exp_pos]; lra.
Qed.

Section Gains.
Variables (n m : nat) (gamma sigma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (v : nat -> R) (v' : (nat -> R) -> nat -> R) (s : nat) (error : R).
Hypotheses (actions : (0 < m)%nat) (state : (s < n)%nat) (positive : 0 < sigma) (discount : 0 <= gamma < 1) (rows : stochastic n m P)
  (optimal : optimal_value n m gamma P r v) (better : forall z, optimal_value n m gamma P (noised n sigma r z) (v' z))
  (known : mean (n * m) (fun z => Rabs (v' z s - v s)) error).

Lemma gain_between : exists pi mu, (forall t, (t < n)%nat -> (pi t * n + t < n * m)%nat /\ 0 <= mu t) /\ sum n mu = / (1 - gamma) /\
  forall z, sum n (fun t => mu t * (sigma * z (pi t * n + t)%nat)) <= v' z s - v s <= sigma / (1 - gamma) * best (n * m) z.
Proof.
  destruct (sure_gain n m gamma P r v s discount rows optimal state) as (pi & mu & inside & total & gain).
  exists pi, mu; split; [intros t inner; destruct (inside t inner); split; [nia|assumption]|]; split; [exact total|]; intros z; split.
  - exact (gain (fun a t => sigma * z (a * n + t)%nat) (v' z) (better z)).
  - destruct (optimal_policy n m gamma P (noised n sigma r z) (v' z) (better z)) as [pi' [small value']].
    pose proof (plays_chooses n m pi' small) as law.
    destruct (Existence.policy_value_exists n m gamma P r (plays pi') discount rows law) as [u value].
    assert (v' z s - u s <= sigma * best (n * m) z / (1 - gamma)).
    { apply (most_gain n m gamma P r s discount rows state (plays pi') (fun a t => sigma * z (a * n + t)%nat)); trivial.
      intros a t action inner; apply Rmult_le_compat_l; [lra|]; apply best_above; nia. }
    pose proof (no_policy_is_better n m gamma P r v discount rows optimal (plays pi') u law value s state).
    replace (sigma / (1 - gamma) * best (n * m) z) with (sigma * best (n * m) z / (1 - gamma)) by (unfold Rdiv; ring); lra.
Qed.

Theorem first_term b : mean (n * m) (fun z => Rmax (Rabs (z 0%nat)) (best (n * m) z)) b -> error <= sigma / (1 - gamma) * b.
Proof.
  intros largest; destruct gain_between as (pi & mu & inside & total & between).
  set (size := fun (t : nat) (z : nat -> R) => mu t * (sigma * Rmax (Rabs (z (pi t * n + t)%nat)) (best (n * m) z))).
  replace (sigma / (1 - gamma) * b) with (sum n (fun t => mu t * (sigma * b))).
  - apply (mean_le (n * m) _ (fun z => sum n (fun t => size t z)) _ _ known).
    + apply (sum_mean n (n * m) size); intros t inner; apply mean_times, mean_times, modulus_of_any; [apply inside, inner|exact largest].
    + intros z; destruct (between z) as [low high]; apply Rabs_le; split.
      * apply Rle_trans with (2 := low); replace (- sum n (fun t => size t z)) with (sum n (fun t => -1 * size t z)) by (rewrite sum_scale; ring).
        apply sum_le; intros t inner; destruct (inside t inner) as [_ weight]; unfold size; set (x := z (pi t * n + t)%nat).
        replace (-1 * (mu t * (sigma * Rmax (Rabs x) (best (n * m) z)))) with (mu t * (sigma * - Rmax (Rabs x) (best (n * m) z))) by ring.
        apply Rmult_le_compat_l; [exact weight|]; apply Rmult_le_compat_l; [lra|].
        pose proof (Rmax_l (Rabs x) (best (n * m) z)); pose proof (Rle_abs (- x)) as below; rewrite Rabs_Ropp in below; lra.
      * apply Rle_trans with (1 := high); replace (sigma / (1 - gamma) * best (n * m) z) with (sum n (fun t => mu t * (sigma * best (n * m) z))).
        -- apply sum_le; intros t inner; destruct (inside t inner) as [_ weight].
           apply Rmult_le_compat_l; [exact weight|]; apply Rmult_le_compat_l; [lra|apply Rmax_r].
        -- rewrite (sum_ext n _ (fun t => sigma * best (n * m) z * mu t)), sum_scale, total by (intros; ring); unfold Rdiv; ring.
  - rewrite (sum_ext n _ (fun t => sigma * b * mu t)), sum_scale, total by (intros; ring); unfold Rdiv; ring.
Qed.

Theorem second_term e : mean (n * m) (best (n * m)) e -> error <= sigma / (1 - gamma) * (sqrt (2 / PI) + e).
Proof.
  intros largest; fold mean_modulus; destruct gain_between as (pi & mu & inside & total & between).
  set (w := fun z : nat -> R => sum n (fun t => mu t * (sigma * z (pi t * n + t)%nat))).
  set (size := fun z : nat -> R => sum n (fun t => mu t * (sigma * Rabs (z (pi t * n + t)%nat)))).
  assert (modulus : forall z, Rabs (w z) <= size z).
  { intros z; unfold w, size; eapply Rle_trans; [apply sum_abs|]; right; apply sum_ext; intros t inner.
    destruct (inside t inner) as [_ weight]; rewrite !Rabs_mult, (Rabs_pos_eq (mu t)), (Rabs_pos_eq sigma) by lra; reflexivity. }
  replace (sigma / (1 - gamma) * (mean_modulus + e))
    with (sigma / (1 - gamma) * e + (sum n (fun t => mu t * (sigma * mean_modulus)) + -1 * sum n (fun t => mu t * (sigma * 0)))).
  - apply (mean_le (n * m) _ (fun z => sigma / (1 - gamma) * best (n * m) z + (size z + -1 * w z)) _ _ known).
    + apply mean_add; [apply mean_times, largest|]; apply mean_add; [|apply mean_times].
      * apply (sum_mean n (n * m) (fun t z => mu t * (sigma * Rabs (z (pi t * n + t)%nat)))); intros t inner.
        apply mean_times, mean_times, modulus_mean, inside, inner.
      * apply (sum_mean n (n * m) (fun t z => mu t * (sigma * z (pi t * n + t)%nat))); intros t inner.
        apply mean_times, mean_times, coordinate_mean, inside, inner.
    + intros z; destruct (between z) as [low high]; fold (w z) in low; specialize (modulus z); revert modulus.
      unfold Rabs; destruct (Rcase_abs (w z)), (Rcase_abs (v' z s - v s)); lra.
  - rewrite (sum_ext n (fun t => mu t * (sigma * mean_modulus)) (fun t => sigma * mean_modulus * mu t)), sum_scale, total by (intros; ring).
    rewrite (sum_ext n (fun t => mu t * (sigma * 0)) (fun _ => 0)), sum_const by (intros; ring); field; lra.
Qed.
End Gains.

Theorem prop10_repaired : prop10_repaired_statement.
Proof.
  intros n m gamma sigma P r v v' s error state rows optimal better known.
  destruct (optimal s state) as [_ [a [action _]]]; assert (some : (0 < n * m)%nat) by nia.
  pose proof (lipschitz_mean (n * m) 1 _ ltac:(lra) (modulus_or_best_lipschitz (n * m) some)) as largest; set (b := average _ _) in largest.
  pose proof (lipschitz_mean (n * m) 1 _ ltac:(lra) (best_lipschitz (n * m) some)) as all; set (e := average _ _) in all.
  exists b, e; split; [exact largest|split; [exact all|]]; intros (positive & low & high & _ & _).
  pose proof (first_term n m gamma sigma P r v v' s error ltac:(lia) state positive (conj low high) rows optimal better known b largest) as first.
  pose proof (second_term n m gamma sigma P r v v' s error ltac:(lia) state positive (conj low high) rows optimal better known e all) as second.
  pose proof (modulus_and_others (n * m) b some largest) as own; rewrite mult_INR in own.
  unfold prop10_repaired_defined, prop10_repaired_claim; rewrite <- !INR_IZR_INZ.
  pose proof (lt_0_INR n ltac:(lia)); pose proof (lt_0_INR m ltac:(lia)); assert (0 < INR n * INR m) by (apply Rmult_lt_0_compat; assumption).
  assert (0 < ln (INR n * INR m + 1)) by (rewrite <- ln_1; apply ln_increasing; lra).
  split; [repeat split; lra|]; split; [|exact own]; unfold Rmin; destruct (Rle_dec _ _); assumption.
Qed.
