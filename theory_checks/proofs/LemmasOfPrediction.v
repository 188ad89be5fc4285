(* Lemmas about what is left of a number when others are known, and about drawn ones. *)
From Coq Require Import Reals Lra Lia Arith.
From TheoryChecks Require Import Sums Bridge LemmaWords LemmaFormulas GaussianFamilies.
Open Scope R_scope.

(* conditional-variance: with any weights that predict the value from those of the two neighbours, and there are some. *)
Theorem conditional_variance point left right beta : conditional_variance_requires point left right beta ->
  (exists w w', predicts beta left point right w w') /\
  forall w w', predicts beta left point right w w' ->
    left_over beta left point right w w' = conditional_variance_value point left right beta.
Proof.
  intros (positive & apart & low & high); unfold conditional_variance_value; cbv zeta.
  set (p := kernel beta left point); set (q := kernel beta point right).
  assert (through : kernel beta left right = p * q) by (apply kernel_through; lra).
  assert (below : 0 < p * q < 1) by (rewrite <- through; apply kernel_between; lra).
  assert (some : 0 < 1 - p * q * (p * q)) by nra.
  assert (squares : exp (2 * (beta * (left - point))) = p * p /\ exp (2 * (beta * (point - right))) = q * q /\
    exp (2 * (beta * (left - right))) = p * q * (p * q)).
  { assert (of : forall x y, x <= y -> exp (2 * (beta * (x - y))) = kernel beta x y * kernel beta x y).
    { intros x y up; unfold kernel; rewrite <- exp_plus; f_equal; rewrite Rabs_left1 by lra; ring. }
    rewrite !of, through by lra; repeat split. }
  destruct squares as (-> & -> & ->); split.
  - exists (p * (1 - q * q) / (1 - p * q * (p * q))), (q * (1 - p * p) / (1 - p * q * (p * q))); unfold predicts.
    rewrite !kernel_same, (kernel_symmetric beta right left), (kernel_symmetric beta point left), through; fold p q.
    split; field; lra.
  - intros w w' [one two]; unfold left_over; rewrite !kernel_same in *.
    rewrite (kernel_symmetric beta right left), (kernel_symmetric beta point left), through in *; fold p q in one, two |- *.
    apply (Rmult_eq_reg_r (1 - p * q * (p * q))); [|lra].
    replace ((1 - p * p) * (1 - q * q) / (1 - p * q * (p * q)) * (1 - p * q * (p * q))) with ((1 - p * p) * (1 - q * q)) by (field; lra).
    assert (first : w * (1 - p * q * (p * q)) = p * (1 - q * q)).
    { replace (w * (1 - p * q * (p * q))) with ((w * 1 + w' * (p * q)) - p * q * (w * (p * q) + w' * 1)) by ring; rewrite one, two; ring. }
    assert (second : w' * (1 - p * q * (p * q)) = q * (1 - p * p)).
    { replace (w' * (1 - p * q * (p * q))) with ((w * (p * q) + w' * 1) - p * q * (w * 1 + w' * (p * q))) by ring; rewrite one, two; ring. }
    replace ((1 - (w * p + w' * q)) * (1 - p * q * (p * q)))
      with ((1 - p * q * (p * q)) - (w * (1 - p * q * (p * q)) * p + w' * (1 - p * q * (p * q)) * q)) by ring.
    rewrite first, second; ring.
Qed.

(* conditional-weight *)
Theorem conditional_weight point one other beta : conditional_weight_requires point one other beta ->
  (exists w w', predicts beta one point other w w') /\
  forall w w', predicts beta one point other w w' -> w = conditional_weight_value point one other beta.
Proof.
  intros (positive & between); unfold conditional_weight_value; cbv zeta.
  set (p := kernel beta one point); set (q := kernel beta point other).
  assert (are : kernel beta one other = p * q /\ 0 < p < 1 /\ 0 < q < 1).
  { destruct (Rlt_dec one point) as [up|down].
    - assert (point < other) by nra; repeat split; try (apply kernel_between; assumption); apply kernel_through; lra.
    - assert (point < one) by (destruct (Req_dec one point) as [same|]; [rewrite same in between; lra|lra]).
      assert (other < point) by nra; unfold p, q; rewrite (kernel_symmetric beta one other), (kernel_symmetric beta one point),
        (kernel_symmetric beta point other); rewrite (kernel_through beta other point one) by lra.
      repeat split; try (apply kernel_between; assumption); ring. }
  destruct are as (through & first & second).
  assert (below : 0 < p * q < 1) by nra; assert (some : 0 < 1 - p * q * (p * q)) by nra.
  replace (exp (- (beta * Rabs (point - one)))) with p by (unfold p, kernel; rewrite Rabs_minus_sym; reflexivity).
  assert (squares : exp (2 * - (beta * Rabs (other - point))) = q * q /\
    exp (2 * (- (beta * Rabs (point - one)) + - (beta * Rabs (other - point)))) = p * q * (p * q)).
  { unfold p, q, kernel; rewrite (Rabs_minus_sym one), (Rabs_minus_sym point other), <- !exp_plus; split; f_equal; ring. }
  destruct squares as [-> ->]; split.
  - exists (p * (1 - q * q) / (1 - p * q * (p * q))), (q * (1 - p * p) / (1 - p * q * (p * q))); unfold predicts.
    rewrite !kernel_same, (kernel_symmetric beta other one), (kernel_symmetric beta point one), through; fold p q.
    split; field; lra.
  - intros w w' [left right]; rewrite !kernel_same in *.
    rewrite (kernel_symmetric beta other one), (kernel_symmetric beta point one), through in *; fold p q in left, right.
    apply (Rmult_eq_reg_r (1 - p * q * (p * q))); [|lra].
    replace (w * (1 - p * q * (p * q))) with ((w * 1 + w' * (p * q)) - p * q * (w * (p * q) + w' * 1)) by ring.
    rewrite left, right; field; lra.
Qed.

(* variance-of-draw: the mean over a number that is drawn at random is the mean of the means for each. *)
Definition drawn {Omega} (E : (Omega -> R) -> R -> Prop) (k : nat) (X : nat -> Omega -> R) (l : R) : Prop :=
  exists a, (forall i, (i < k)%nat -> E (X i) (a i)) /\ l = sum k a / INR k.

Theorem variance_of_draw {Omega} E size_k values sigma total (Z : Omega -> R) :
  variance_of_draw_requires size_k values sigma total -> expectation E -> normal E Z sigma ->
  exists first second, drawn E size_k (fun i w => values i + Z w) first /\
    drawn E size_k (fun i w => (values i + Z w) ^ 2) second /\
    second - first ^ 2 = variance_of_draw_value size_k values sigma total.
Proof.
  intros (some & positive & all) means law; unfold variance_of_draw_value; cbv zeta; pose proof (lt_0_INR size_k some).
  pose proof (mean_of_normal E Z sigma law) as centre; pose proof (mean_of_square E Z sigma law) as square.
  exists (sum size_k values / INR size_k), (sum size_k (fun i => values i * values i + sigma * sigma) / INR size_k).
  split; [|split].
  - exists values; split; [|reflexivity]; intros i _.
    pose proof (mean_plus E means _ _ _ _ (mean_constant E means (values i)) centre) as known; revert known.
    apply mean_is; [reflexivity|ring].
  - exists (fun i => values i * values i + sigma * sigma); split; [|reflexivity]; intros i _.
    pose proof (mean_plus E means _ _ _ _ (mean_plus E means _ _ _ _ (mean_constant E means (values i * values i))
      (mean_times E means (2 * values i) _ _ centre)) square) as known; revert known.
    apply mean_is; [intros w; ring|ring].
  - change (sum size_k (fun i => values i)) with (sum size_k values) in all; rewrite sum_add, sum_const, all; field; lra.
Qed.
