(* Line 11 repaired: the steps 0, ..., T - 1 are those that some batch j and some place b in it name, and each has one such pair. *)
From Coq Require Import Reals ZArith.
From dpdqn Require Import line11_index_repaired_formula.

Definition names (T B j b t : Z) : Prop :=
  line11_index_repaired_domain B T b j (IZR t) /\ line11_index_repaired_claim B T b j (IZR t).

Definition line11_index_repaired_statement : Prop :=
  forall T B : Z, (0 < T)%Z -> (0 < B)%Z -> (B | T)%Z ->
    (forall j b t, names T B j b t -> (0 <= t < T)%Z) /\
    forall t, (0 <= t < T)%Z -> exists j b, names T B j b t /\ forall j' b', names T B j' b' t -> j' = j /\ b' = b.
