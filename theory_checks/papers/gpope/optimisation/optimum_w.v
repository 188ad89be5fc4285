(* A = ((1, 1), (0, 1)), C = I and b = (1, 0): theta is (1, 0), the printed w is (0, -1), and A'w is not 0. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import optimum_w_formula optimum_w_statement.
Open Scope R_scope.

Definition A (i j : nat) : R := match i, j with 1, 0 => 0 | _, _ => 1 end.
Definition I (i j : nat) : R := if Nat.eqb i j then 1 else 0.
Definition G (i j : nat) : R := match i, j with 0, 0 => 2 | 1, 1 => 1 | _, _ => -1 end.
Definition b (i : nat) : R := match i with 0 => 1 | _ => 0 end.

Ltac entries := intros i small; destruct i as [|[|]]; [| |lia]; unfold curvature, image, transposed, A, I, G; simpl; lra.

Theorem optimum_w_refuted : ~ optimum_w_statement.
Proof.
  intros all; specialize (all 2%nat A I I G b).
  refine (_ (proj1 (all _ _ _ _ 1%nat ltac:(lia)))).
  - unfold optimum_w_claim, curvature, image, transposed, A, I, G, b; simpl; lra.
  - intros i j one two; destruct i as [|[|]], j as [|[|]]; try lia; reflexivity.
  - intros x some; replace (dot 2 x (image 2 I x)) with (dot 2 x x) by (unfold dot, image, I; simpl; ring).
    apply dot_pos, some.
  - intros x; split; entries.
  - intros x; split; entries.
Qed.
