(* Statements about particular numbers, decided: by linear arithmetic, by field equations, or by enclosures. *)
From Coq Require Import Reals Lra.
(* Exported, since integrals are read by its canonical structures wherever a tactic of this file runs. *)
From Coquelicot Require Export Coquelicot.
From Interval Require Import Tactic.
From Interval.Float Require Import Specific_ops Specific_stdz.
From TheoryChecks Require Import Normal.
Open Scope R_scope.

(* Enclosures by Coq's own integers: others rest on axioms about the machine's integers and floating point. *)
Module Floats := SpecificFloat StdZRadix2.
Module Enclosures := IntervalTactic Floats.
Import Enclosures.

Ltac enclosed := first [interval with (i_prec 60) | interval with (i_prec 200)].

(* Rational numbers need no enclosure, and linear arithmetic assumes less. *)
Ltac ordered := first [lra | enclosed].

Ltac differ := first [apply Rgt_not_eq; ordered | apply Rlt_not_eq; ordered].

Ltac equal := first [reflexivity | lra | field; repeat split; differ | simpl; lra].

(* An inequality whose sides are equal lies on the border of every enclosure. *)
Ltac compared := first [ordered | right; equal | apply Req_ge; equal | apply Req_le; equal].

(* The distribution function at a number is enclosed, and then stands for whatever number is there. *)
Ltac without_Phi :=
  repeat match goal with |- context [Phi ?x] =>
    let integral := fresh "integral" in
    let enclosure := fresh "enclosure" in
    integral_intro (RInt (fun t => exp (- (t * t / 2))) 0 x)
      with (i_prec 60, i_width (-40), i_degree 12, i_fuel 500) as enclosure;
    change (Phi x) with (/ 2 + RInt (fun t => exp (- (t * t / 2))) 0 x / sqrt (2 * PI));
    revert enclosure;
    set (integral := RInt (fun t => exp (- (t * t / 2))) 0 x);
    clearbody integral; intro enclosure
  end.

(* The larger and the smaller of two numbers, innermost first. *)
Ltac without_extremes :=
  repeat match goal with
  | |- context [Rmax ?x ?y] => first [rewrite (Rmax_left x y) by ordered | rewrite (Rmax_right x y) by ordered]
  | |- context [Rmin ?x ?y] => first [rewrite (Rmin_left x y) by ordered | rewrite (Rmin_right x y) by ordered]
  end.

(* A closed proposition is true. *)
Ltac decided :=
  without_extremes; unfold Rpower; without_Phi;
  match goal with
  | |- True => exact I
  | |- _ /\ _ => split; decided
  | |- _ \/ _ => first [left; decided | right; decided]
  | |- _ <> _ => differ
  | |- _ = _ => equal
  | |- _ => compared
  end.

(* A closed proposition that is a hypothesis is false. *)
Ltac denied H :=
  match type of H with
  | _ /\ _ => let left := fresh in let right := fresh in destruct H as [left right]; first [denied left | denied right]
  | ?x <= ?y => apply (Rle_not_lt y x H); decided
  | ?x < ?y => apply (Rlt_not_le y x H); decided
  | ?x >= ?y => apply (Rge_not_lt x y H); decided
  | ?x > ?y => apply (Rgt_not_le x y H); decided
  | ?x <> ?y => apply H; decided
  | ?x = ?y => let unequal := fresh in assert (unequal : x <> y) by decided; exact (unequal H)
  | ?A -> _ => let a := fresh in assert (a : A) by decided; specialize (H a); denied H
  end.
