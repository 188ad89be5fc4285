(* It is a constant and a linear form of y. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From TheoryChecks Require Import Sums Vectors Quadratic NormalMean LinearForms.
From dpdqn Require Import claim13_log_ratio_repaired_formula claim13_log_ratio_repaired_statement.
Open Scope R_scope.

Theorem claim13_log_ratio_repaired : claim13_log_ratio_repaired_statement.
Proof.
  intros d M N S U f f' sigma height known some z gap form other cross loss positive.
  assert (square_pos : 0 < sigma ^ 2) by (apply pow_lt, positive).
  assert (value : forall y, loss y = (other y - form y) / (2 * sigma ^ 2)) by (intros; apply log_ratio_of_densities; assumption).
  assert (same_form : forall x x', same d x x' -> square d N x = square d N x').
  { intros x x' equal; unfold square; apply dot_ext; [exact equal|]; intros i _; apply image_ext, equal. }
  assert (tied : forall y, other y = form y + 2 * sigma * cross y + square d N gap).
  { intros y; unfold other, form; rewrite (same_form _ (fun i => gap i + sigma * image d S y i)), (form_moved d M N S U known).
    - unfold cross; f_equal; f_equal; apply same_form; intros i _; unfold z; ring.
    - intros i _; unfold z, gap; ring. }
  set (average := square d N gap / (2 * sigma ^ 2)); set (b := fun i => image d U gap i / sigma).
  assert (linear : forall y, loss y = average + LinearForms.form d b y).
  { intros y; rewrite value, tied; unfold average, LinearForms.form, b.
    rewrite (sum_ext d _ (fun i => / sigma * (y i * image d U gap i))) by (intros; field; lra).
    rewrite sum_scale; fold (dot d y (image d U gap)); fold (cross y); field; lra. }
  assert (variance : squares d b = square d N gap / sigma ^ 2).
  { unfold squares, b; rewrite (sum_ext d _ (fun i => / sigma ^ 2 * (image d U gap i * image d U gap i))) by (intros; field; lra).
    rewrite sum_scale; fold (dot d (image d U gap) (image d U gap)); rewrite (square_of_unroot d M N S U known); field; lra. }
  exists average, (square d N gap / sigma ^ 2); split; [|split; [|split]].
  - apply (mean_ext d (fun y => average + LinearForms.form d b y)); [intros; symmetry; apply linear|apply mean_of_form].
  - apply (mean_ext d (fun y => 0 + (0 + LinearForms.form d b y) ^ 2)); [intros y; rewrite linear; ring|].
    rewrite <- variance; replace (squares d b) with (0 + 0 ^ 2 + squares d b) by ring; apply mean_of_form_squared.
  - intros t; apply (mean_ext d (fun y => exp (t * average + LinearForms.form d (fun i => t * b i) y))).
    + intros y; rewrite linear; f_equal; unfold LinearForms.form; rewrite (sum_ext d (fun i => t * b i * y i) (fun i => t * (b i * y i))) by (intros; ring).
      rewrite sum_scale; ring.
    + replace (t ^ 2 * (square d N gap / sigma ^ 2)) with (squares d (fun i => t * b i)); [apply mean_of_form_exponential|].
      rewrite <- variance; unfold squares; rewrite <- sum_scale; apply sum_ext; intros; ring.
  - intros y _; unfold claim13_log_ratio_repaired_defined, claim13_log_ratio_repaired_claim.
    split; [lra|]; split; [apply value|]; split; [|split; reflexivity].
    rewrite value, tied; f_equal; ring.
Qed.
