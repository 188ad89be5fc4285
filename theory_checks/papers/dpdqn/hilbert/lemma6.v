(* On either side of y the integrand is a derivative of f times the kernel. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sobolev Reproducing.
From dpdqn Require Import lemma6_formula lemma6_statement.
Open Scope R_scope.

Example met : smooth (fun x => 1 + 2 * x) (fun _ => 2) /\ lemma6_domain 1 0 0 0 0.
Proof. split; [apply smooth_line|unfold lemma6_domain; lra]. Qed.

Theorem lemma6_verified : lemma6_statement.
Proof.
  intros beta f df derived; split.
  - intros y inside ends slopes mass positive; unfold lemma6_domain in positive.
    destruct (reproduces beta y f df ltac:(lra) inside derived) as [integrable value].
    split; [exact integrable|split; [unfold lemma6_defined; lra|exact value]].
  - intros positive x inside; apply value_below; assumption.
Qed.
