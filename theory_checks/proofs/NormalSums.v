(* The mean of a sum of absolute values of normal numbers, which statements and a lemma of certificates take from here. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums NormalMean.
Open Scope R_scope.

(* Z_0, Z_1, ... are independent standard normal numbers. *)
Theorem mean_absolute_sum count sigma : 0 < sigma ->
  mean count (fun z => sum count (fun i => Rabs (sigma * z i))) (INR count * sigma * sqrt (2 / PI)).
Proof.
  intros positive; replace (INR count * sigma * sqrt (2 / PI)) with (0 + sigma * (INR count * mean_modulus))
    by (unfold mean_modulus; ring).
  apply (mean_ext count (fun z => 0 + sigma * sum count (fun i => Rabs (z i)))); [|apply mean_of_moduli].
  intros z; rewrite Rplus_0_l, <- sum_scale; apply sum_ext; intros i _.
  rewrite Rabs_mult, (Rabs_pos_eq sigma) by lra; reflexivity.
Qed.
