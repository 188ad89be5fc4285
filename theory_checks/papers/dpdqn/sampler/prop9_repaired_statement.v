(* Proposition 9 repaired: the balanced trees through which N queries of distinct states go, the tree of query n with n - 1 nodes.
   A query is compared with the nodes on its way down, whatever turns it takes. What an insertion changes on its way back is taken
   as given: four nodes more than there were comparisons, one node for the first query and two for the second; so is the draw. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums.
From dpdqn Require Import prop9_repaired_formula.
Open Scope R_scope.

Inductive tree : Set := Leaf | Node (left right : tree).

Fixpoint size (t : tree) : nat := match t with Leaf => 0 | Node l r => S (size l + size r) end.
Fixpoint levels (t : tree) : nat := match t with Leaf => 0 | Node l r => S (Nat.max (levels l) (levels r)) end.
Fixpoint balanced (t : tree) : Prop :=
  match t with
  | Leaf => True
  | Node l r => (levels l <= S (levels r))%nat /\ (levels r <= S (levels l))%nat /\ balanced l /\ balanced r
  end.

(* The nodes on the way down, on the left where the turn of the level is true. *)
Fixpoint way_down (t : tree) (turns : nat -> bool) : nat :=
  match t with Leaf => 0 | Node l r => S (way_down (if turns 0%nat then l else r) (fun i => turns (S i))) end.

Definition prop9_repaired_statement : Prop :=
  forall (C : R) (N : nat) (trees : nat -> tree) (turns : nat -> nat -> bool) (changes : nat -> R),
    let comparisons n := INR (way_down (trees n) (turns n)) in
    (forall n, (1 <= n <= N)%nat -> balanced (trees n) /\ S (size (trees n)) = n /\ changes n <= comparisons n + 4) ->
    changes 1%nat <= 1 -> changes 2%nat <= 2 ->
    let steps := sum N (fun i => comparisons (S i) + changes (S i)) in
    forall n, (1 <= n <= N)%nat ->
      prop9_repaired_domain C (Z.of_nat N) (changes n) (comparisons n) (Z.of_nat n) steps ->
      prop9_repaired_defined C (Z.of_nat N) (changes n) (comparisons n) (Z.of_nat n) steps /\
      prop9_repaired_claim C (Z.of_nat N) (changes n) (comparisons n) (Z.of_nat n) steps.
