(* Both for a constant shift and a half-line along it, beyond a threshold t: its chance without and with the shift. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Normal.
From dpdqn Require Import lemma11_last_display_the_lemma_follows_formula.
Open Scope R_scope.

Definition lemma11_last_display_the_lemma_follows_statement : Prop :=
  forall beta c lambda moment norm_squared sigma t : R,
    moment = Rpower (Phi (sqrt norm_squared / sigma - t) / Phi (- t)) lambda ->
    lemma11_last_display_the_lemma_follows_domain beta c lambda moment norm_squared sigma ->
    lemma11_last_display_the_lemma_follows_defined beta c lambda moment norm_squared sigma ->
    lemma11_last_display_the_lemma_follows_claim beta c lambda moment norm_squared sigma.
