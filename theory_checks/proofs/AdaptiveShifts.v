(* Normal numbers, each shifted by what may depend on those drawn before: with one more draw that spends what is left of the sum of
   squares, the logarithm of the likelihood ratio has the means of exponentials of one normal law, whatever the shifts are. *)
From Coq Require Import Reals Lra Lia Arith.
From TheoryChecks Require Import Sums Normal NormalMean NormalEvents Moments LinearForms MeanExists.
Open Scope R_scope.

(* The numbers are drawn from number k down to number 1; shift i may depend on those drawn before. *)
Definition adapted (k : nat) (shift : nat -> (nat -> R) -> R) : Prop :=
  forall i z w, (forall j, (i < j)%nat -> (j <= k)%nat -> z j = w j) -> shift i z = shift i w.

Definition spent (k : nat) (shift : nat -> (nat -> R) -> R) (z : nat -> R) : R := sum k (fun i => shift (S i) z ^ 2).

(* The last draw, of number 0. *)
Definition rest (k : nat) (shift : nat -> (nat -> R) -> R) (budget : R) (z : nat -> R) : R := sqrt (budget - spent k shift z).

Definition log_ratio (k : nat) (shift : nat -> (nat -> R) -> R) (budget : R) (z : nat -> R) : R :=
  sum k (fun i => shift (S i) z * z (S i) - shift (S i) z ^ 2 / 2) +
  (rest k shift budget z * z 0%nat - rest k shift budget z ^ 2 / 2).

Theorem log_ratio_normal k : forall shift budget t, adapted k shift -> (forall z, spent k shift z <= budget) ->
  mean (S k) (fun z => exp (t * log_ratio k shift budget z)) (exp ((t ^ 2 - t) * budget / 2)).
Proof.
  induction k as [|k IH]; intros shift budget t past below.
  - assert (positive : 0 <= budget) by (pose proof (below (fun _ => 0)) as bound; unfold spent in bound; simpl in bound; lra).
    pose proof (sqrt_sqrt budget positive) as square.
    exists (fun x => exp (- (t * budget / 2) + t * sqrt budget * x)); split.
    + intros x; change (exp (- (t * budget / 2) + t * sqrt budget * x) = exp (t * log_ratio 0 shift budget (fun i => if Nat.eqb i 0 then x else 0))).
      unfold log_ratio, rest, spent; simpl sum; rewrite Rminus_0_r; simpl; rewrite Rmult_1_r, square; f_equal; field.
    + replace ((t ^ 2 - t) * budget / 2) with (- (t * budget / 2) + (t * sqrt budget) ^ 2 / 2); [apply exponential_mean|].
      replace ((t * sqrt budget) ^ 2) with (t ^ 2 * (sqrt budget * sqrt budget)) by ring; rewrite square; field.
  - set (first := shift (S k) (fun _ => 0)); set (left := budget - first ^ 2).
    assert (known : forall z, shift (S k) z = first) by (intros z; apply past; intros; lia).
    set (after := fun (x : R) (i : nat) (z : nat -> R) => shift i (fun j => if Nat.eqb j (S k) then x else z j)).
    assert (later : forall x, adapted k (after x)).
    { intros x i z w same; apply past; intros j over under; destruct (Nat.eqb_spec j (S k)); [reflexivity|apply same; lia]. }
    assert (parts : forall x z, spent (S k) shift (fun j => if Nat.eqb j (S k) then x else z j) = spent k (after x) z + first ^ 2).
    { intros x z; unfold spent; cbn [sum]; rewrite known; reflexivity. }
    exists (fun x => exp (t * (first * x - first ^ 2 / 2)) * exp ((t ^ 2 - t) * left / 2)); split.
    + intros x; apply (mean_ext (S k) (fun z => exp (t * (first * x - first ^ 2 / 2)) * exp (t * log_ratio k (after x) left z))).
      * intros z; rewrite <- exp_plus; f_equal; unfold log_ratio, rest; rewrite parts; cbn [sum]; rewrite known, Nat.eqb_refl.
        replace (budget - (spent k (after x) z + first ^ 2)) with (left - spent k (after x) z) by (unfold left; ring).
        replace (sum k (fun i => shift (S i) (fun j => if Nat.eqb j (S k) then x else z j) * (if Nat.eqb (S i) (S k) then x else z (S i))
          - shift (S i) (fun j => if Nat.eqb j (S k) then x else z j) ^ 2 / 2))
          with (sum k (fun i => after x (S i) z * z (S i) - after x (S i) z ^ 2 / 2)).
        -- change (Nat.eqb 0 (S k)) with false; cbv iota; ring.
        -- apply sum_ext; intros i small; replace (Nat.eqb (S i) (S k)) with false by (symmetry; apply Nat.eqb_neq; lia); reflexivity.
      * apply mean_times, IH; [apply later|]; intros z; pose proof (below (fun j => if Nat.eqb j (S k) then x else z j)) as bound.
        rewrite parts in bound; unfold left; lra.
    + apply (mean_of_one_ext (fun x => exp ((t ^ 2 - t) * left / 2) * exp (- (t * (first ^ 2 / 2)) + t * first * x))).
      * intros x; rewrite Rmult_comm; f_equal; f_equal; ring.
      * replace (exp ((t ^ 2 - t) * budget / 2)) with (exp ((t ^ 2 - t) * left / 2) * exp (- (t * (first ^ 2 / 2)) + (t * first) ^ 2 / 2)).
        -- apply mean_of_one_scaled, exponential_mean.
        -- rewrite <- exp_plus; f_equal; unfold left; field.
Qed.
