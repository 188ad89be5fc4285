(* At D = epsilon = lambda = 1 the exponent is 0 or -1, and the formula gives 5/8. *)
From Coq Require Import Reals ZArith Lra Psatz.
From TheoryChecks Require Import NormalTail NormalMean Moments.
From dpdqn Require Import thm5_square_square_inside_formula thm5_square_square_inside_statement.
Open Scope R_scope.

Theorem thm5_square_square_inside_refuted : ~ thm5_square_square_inside_statement.
Proof.
  intros [law all].
  assert (claim : exists x, (x = 0 \/ x = - 1) /\ thm5_square_square_inside_claim 1 1 1 x 1 1 1).
  { exists (match law with O => - 1 | _ => 0 end); split; [destruct law; [right|left]; reflexivity|].
    apply (all 1%Z 1 1 1 _ 1 1 (exp (match law with O => - 1 | _ => 0 end))).
    - split; [|symmetry; apply ln_exp].
      pose proof (ratio_moment_exists law 1 1 1 ltac:(lra)) as known.
      replace (match law with O => - 1 | _ => 0 end)
        with (match law with O => (1 ^ 2 - 1) * 1 / 2 | _ => (1 ^ 2 + 1) * 1 / 2 end - 1 * 1) by (destruct law; field); exact known.
    - unfold thm5_square_square_inside_domain; repeat split; lra.
    - unfold thm5_square_square_inside_defined; lra. }
  destruct claim as [x [value claim]]; unfold thm5_square_square_inside_claim in claim.
  destruct value as [-> | ->]; lra.
Qed.
