(* Means of linear forms of independent standard normal numbers, of their squares, and of their exponentials. *)
From Coq Require Import Reals Lra Lia Arith.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Normal NormalSeries NormalTail NormalMean NormalEvents NormalSquare RewardNoise Moments.
Open Scope R_scope.

Lemma mean_of_one_sum f g k l : mean_of_one f k -> mean_of_one g l -> mean_of_one (fun x => f x + g x) (k + l).
Proof.
  unfold mean_of_one; intros one two.
  apply (is_RInt_gen_ext (fun x => plus (f x * density x) (g x * density x))).
  - apply filter_forall; intros ends x _; change (f x * density x + g x * density x = (f x + g x) * density x); ring.
  - exact (is_RInt_gen_plus (V := R_NormedModule) _ _ _ _ one two).
Qed.

Lemma mean_of_one_scaled c f l : mean_of_one f l -> mean_of_one (fun x => c * f x) (c * l).
Proof.
  unfold mean_of_one; intros one.
  apply (is_RInt_gen_ext (fun x => scal c (f x * density x))).
  - apply filter_forall; intros ends x _; change (c * (f x * density x) = c * f x * density x); ring.
  - exact (is_RInt_gen_scal (V := R_NormedModule) _ c _ one).
Qed.

Theorem mean_of_quadratic a b c : mean_of_one (fun x => a * x ^ 2 + b * x + c) (a + c).
Proof.
  replace (a + c) with (a * 1 + b * 0 + c * 1) by ring.
  apply (mean_of_one_ext (fun x => a * x ^ 2 + b * x + c * 1)); [intros; ring|].
  apply mean_of_one_sum; [apply mean_of_one_sum|]; apply mean_of_one_scaled; [apply mean_square|apply mean_centred|apply mean_one].
Qed.

Definition form (k : nat) (b z : nat -> R) : R := sum k (fun i => b i * z i).
Definition squares (k : nat) (b : nat -> R) : R := sum k (fun i => b i ^ 2).

Lemma form_next k b x z : form (S k) b (fun i => if Nat.eqb i k then x else z i) = form k b z + b k * x.
Proof.
  unfold form; cbn [sum]; rewrite Nat.eqb_refl; f_equal; apply sum_ext; intros i small.
  replace (Nat.eqb i k) with false; [reflexivity|symmetry; apply Nat.eqb_neq; lia].
Qed.

Theorem mean_of_form k b : forall c, mean k (fun z => c + form k b z) c.
Proof.
  induction k as [|k IH]; intros c; [unfold form; simpl; ring|]; exists (fun x => c + b k * x); split.
  - intros x; apply (mean_ext k (fun z => (c + b k * x) + form k b z)); [intros; rewrite form_next; ring|apply IH].
  - apply (mean_of_one_ext (fun x => 0 * x ^ 2 + b k * x + c)); [intros; ring|].
    pose proof (mean_of_quadratic 0 (b k) c) as known; rewrite Rplus_0_l in known; exact known.
Qed.

Theorem mean_of_form_squared k b : forall c d, mean k (fun z => d + (c + form k b z) ^ 2) (d + c ^ 2 + squares k b).
Proof.
  induction k as [|k IH]; intros c d; [unfold form, squares; simpl; ring|]; exists (fun x => d + (c + b k * x) ^ 2 + squares k b); split.
  - intros x; apply (mean_ext k (fun z => d + ((c + b k * x) + form k b z) ^ 2)); [intros; rewrite form_next; f_equal; ring|apply IH].
  - apply (mean_of_one_ext (fun x => b k ^ 2 * x ^ 2 + 2 * c * b k * x + (d + c ^ 2 + squares k b))); [intros; ring|].
    replace (d + c ^ 2 + squares (S k) b) with (b k ^ 2 + (d + c ^ 2 + squares k b)) by (unfold squares; cbn [sum]; ring).
    apply mean_of_quadratic.
Qed.

(* This determines the law: the form is normal. *)
Theorem mean_of_form_exponential k b : forall c, mean k (fun z => exp (c + form k b z)) (exp (c + squares k b / 2)).
Proof.
  induction k as [|k IH]; intros c; [unfold form, squares; simpl; f_equal; lra|].
  exists (fun x => exp (c + squares k b / 2 + b k * x)); split.
  - intros x; replace (c + squares k b / 2 + b k * x) with ((c + b k * x) + squares k b / 2) by ring.
    apply (mean_ext k (fun z => exp ((c + b k * x) + form k b z))); [intros; rewrite form_next; f_equal; ring|apply IH].
  - replace (c + squares (S k) b / 2) with (c + squares k b / 2 + b k ^ 2 / 2) by (unfold squares; cbn [sum]; field).
    apply exponential_mean.
Qed.
