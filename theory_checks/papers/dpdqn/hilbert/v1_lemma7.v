(* On either side of y the integrand is a derivative of f times the kernel. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sobolev Reproducing.
From dpdqn Require Import v1_lemma7_formula v1_lemma7_statement.
Open Scope R_scope.

Example met : smooth (fun x => 1 + 2 * x) (fun _ => 2) /\ v1_lemma7_domain 1 0 0 0 0.
Proof. split; [apply smooth_line|unfold v1_lemma7_domain; lra]. Qed.

Theorem v1_lemma7_verified : v1_lemma7_statement.
Proof.
  intros beta f df derived; split.
  - intros y inside ends slopes mass positive; unfold v1_lemma7_domain in positive.
    destruct (reproduces beta y f df ltac:(lra) inside derived) as [integrable value].
    split; [exact integrable|split; [unfold v1_lemma7_defined; lra|exact value]].
  - intros positive x inside; apply value_below; assumption.
Qed.
