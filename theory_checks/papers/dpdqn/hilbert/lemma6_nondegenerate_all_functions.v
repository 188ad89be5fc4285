(* With f = g the norm of g would be 0, and no value exceeds it; and a function that is 0 has no slope inside. *)
From Coq Require Import Reals Lra Classical.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import lemma6_nondegenerate_all_functions_statement.
Open Scope R_scope.

Example met : smooth (fun x => 1 + 2 * x) (fun _ => 2).
Proof. apply smooth_line. Qed.

(* The derivative of what is constant between 0 and 1 *)
Lemma flat g dg x : smooth g dg -> zero_inside g -> 0 < x < 1 -> dg x = 0.
Proof.
  intros derived zero inside; rewrite <- (is_derive_unique g x (dg x)) by apply derived.
  transitivity (Derive (fun _ => 0) x); [|apply Derive_const]; apply Derive_ext_loc.
  assert (room : 0 < Rmin x (1 - x)) by (apply Rmin_glb_lt; lra); exists (mkposreal _ room); intros y near.
  apply zero; apply Rabs_def2 in near; simpl in near; unfold minus, plus, opp in near; simpl in near.
  pose proof (Rmin_l x (1 - x)); pose proof (Rmin_r x (1 - x)); lra.
Qed.

Theorem lemma6_nondegenerate_all_functions_verified : lemma6_nondegenerate_all_functions_statement.
Proof.
  intros beta g dg positive derived; split.
  - intros orthogonal; apply NNPP; intros some; pose proof (orthogonal g dg derived some) as norm; apply some; intros x inside.
    pose proof (value_below beta g dg positive derived x inside) as below; unfold square in below; rewrite norm in below.
    pose proof (pow2_ge_0 (g x)) as above; assert (square_ : g x ^ 2 = 0) by lra; simpl in square_; rewrite Rmult_1_r in square_.
    apply Rmult_integral in square_; destruct square_; assumption.
  - intros zero f df other _; unfold inner.
    rewrite (zero 0), (zero 1) by lra; rewrite (RInt_ext _ (fun _ => 0)).
    + rewrite RInt_const; unfold scal; simpl; unfold mult; simpl; field; lra.
    + intros x inside; rewrite Rmin_left, Rmax_right in inside by lra; rewrite (flat g dg x derived zero inside), (zero x) by lra.
      rewrite !Rmult_0_r; apply Rplus_0_r.
Qed.
