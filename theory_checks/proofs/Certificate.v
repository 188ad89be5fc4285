(* What a certificate says: a short program over rational data, which names numbers and claims relations of them.

   An expression has a value only where all of its parts are defined: `says scope e K` is that e has one, and that K
   holds of it. Nothing is divided by 0, and no root or logarithm is taken where there is none. *)
From Coq Require Import Reals QArith Qreals ZArith String List.
From TheoryChecks Require Import Normal.
Import ListNotations.
Open Scope R_scope.

Inductive tree := Leaf (q : Q) | Node (items : list tree).

Inductive thing := Real (x : R) | Table (items : list tree).

Inductive relation := Below | AtMost | Above | AtLeast | Same | Other.

Inductive unary := Opposite | Modulus | Floor | Root | Exponential | Logarithm | Cdf.

Inductive binary := Plus | Minus | Times | Over | Power | Lesser | Greater | Choices.

Inductive expr :=
  | Number (q : Q)
  | Name (name : string)
  | Item (table place : expr)
  | Pi
  | Apply (f : unary) (a : expr)
  | Combine (f : binary) (a b : expr)
  | Each (f : binary) (index : string) (first last body : expr)  (* f over the body at the integers first to last *)
  | Length (table : expr)
  | Total (table : expr)
  | Dot (table other : expr)
  | Test (r : relation) (a b : expr)                             (* 1 if it holds, else 0 *)
  | Choose (r : relation) (a b yes no : expr).

Definition scope := list (string * thing).

Definition related (r : relation) (x y : R) : Prop :=
  match r with
  | Below => x < y | AtMost => x <= y | Above => x > y | AtLeast => x >= y | Same => x = y | Other => x <> y
  end.

Definition unary_says (f : unary) (x : R) (K : R -> Prop) : Prop :=
  match f with
  | Opposite => K (- x)
  | Modulus => K (Rabs x)
  | Floor => exists k : Z, IZR k <= x < IZR k + 1 /\ K (IZR k)
  | Root => 0 <= x /\ K (sqrt x)
  | Exponential => K (exp x)
  | Logarithm => 0 < x /\ K (ln x)
  | Cdf => K (Phi x)
  end.

(* n (n - 1) ... (n - k + 1)/k! *)
Fixpoint choices (n : Z) (k : nat) : R :=
  match k with O => 1 | S j => choices n j * (IZR n - INR j) / (INR j + 1) end.

Definition binary_says (f : binary) (x y : R) (K : R -> Prop) : Prop :=
  match f with
  | Plus => K (x + y)
  | Minus => K (x - y)
  | Times => K (x * y)
  | Over => y <> 0 /\ K (x / y)
  | Power => exists k : Z, y = IZR k /\ ((k < 0)%Z -> x <> 0) /\ K (powerRZ x k)
  | Lesser => K (Rmin x y)
  | Greater => K (Rmax x y)
  | Choices => exists (n : Z) (k : nat), x = IZR n /\ y = INR k /\ y <= x /\ K (choices n k)
  end.

(* What is left of no terms. *)
Definition neutral (f : binary) : option R := match f with Plus => Some 0 | Times => Some 1 | _ => None end.

Definition held (t : tree) : thing := match t with Leaf q => Real (Q2R q) | Node items => Table items end.

Definition number (K : R -> Prop) (t : thing) : Prop := match t with Real x => K x | Table _ => False end.
Definition table (K : list tree -> Prop) (t : thing) : Prop := match t with Real _ => False | Table items => K items end.

Fixpoint leaves (t : tree) : list Q :=
  match t with Leaf q => [q] | Node items => (fix all l := match l with [] => [] | x :: rest => leaves x ++ all rest end) items end.

Definition total (items : list tree) : Q := fold_right Qplus 0%Q (leaves (Node items)).

Fixpoint product (l m : list Q) : Q :=
  match l, m with x :: l, y :: m => (x * y + product l m)%Q | _, _ => 0%Q end.

Fixpoint find (name : string) (s : scope) : option thing :=
  match s with
  | [] => None
  | (other, t) :: rest => if String.eqb name other then Some t else find name rest
  end.

Fixpoint says (s : scope) (e : expr) (K : thing -> Prop) : Prop :=
  match e with
  | Number q => K (Real (Q2R q))
  | Name name => exists t, find name s = Some t /\ K t
  | Item a place => says s a (table (fun items => says s place (number (fun x =>
      exists k t, x = INR k /\ nth_error items k = Some t /\ K (held t)))))
  | Pi => K (Real PI)
  | Apply f a => says s a (number (fun x => unary_says f x (fun z => K (Real z))))
  | Combine f a b => says s a (number (fun x => says s b (number (fun y => binary_says f x y (fun z => K (Real z))))))
  | Each f index first last body =>
      let at_index i := says ((index, Real (IZR i)) :: s) body in
      let more := fix more (k : nat) (i : Z) (x : R) : Prop :=
        match k with
        | O => K (Real x)
        | S j => at_index i (number (fun y => binary_says f x y (fun z => more j (i + 1)%Z z)))
        end in
      says s first (number (fun x => says s last (number (fun y => exists i j : Z, x = IZR i /\ y = IZR j /\
        match Z.to_nat (j - i + 1) with
        | O => exists z, neutral f = Some z /\ K (Real z)
        | S k => at_index i (number (more k (i + 1)%Z))
        end))))
  | Length a => says s a (table (fun items => K (Real (INR (length items)))))
  | Total a => says s a (table (fun items => K (Real (Q2R (total items)))))
  | Dot a b => says s a (table (fun l => says s b (table (fun m =>
      length (leaves (Node l)) = length (leaves (Node m)) /\
      K (Real (Q2R (product (leaves (Node l)) (leaves (Node m)))))))))
  | Test r a b => says s a (number (fun x => says s b (number (fun y =>
      (related r x y /\ K (Real 1)) \/ (~ related r x y /\ K (Real 0))))))
  | Choose r a b yes no => says s a (number (fun x => says s b (number (fun y =>
      (related r x y /\ says s yes K) \/ (~ related r x y /\ says s no K)))))
  end.

Inductive condition :=
  | Holds (r : relation) (a b : expr)
  | ForAll (index : string) (first last : expr) (c : condition).

Fixpoint true_of (s : scope) (c : condition) : Prop :=
  match c with
  | Holds r a b => says s a (number (fun x => says s b (number (related r x))))
  | ForAll index first last c => says s first (number (fun x => says s last (number (fun y =>
      exists i j : Z, x = IZR i /\ y = IZR j /\
      forall k : Z, (i <= k <= j)%Z -> true_of ((index, Real (IZR k)) :: s) c))))
  end.

Inductive step :=
  | Data (name : string) (t : tree)
  | Let (name : string) (e : expr)
  | Perhaps (name : string) (e : expr)                 (* e if it has a value, else the name has none *)
  | Bounded (name : string) (r : relation) (e : expr)  (* any number in this relation to e *)
  | Claim (c : condition).

(* Each step speaks of what stands before it; all claims are true, whatever the bounded numbers are. *)
Fixpoint holds (s : scope) (steps : list step) : Prop :=
  match steps with
  | [] => True
  | Data name t :: rest => holds ((name, held t) :: s) rest
  | Let name e :: rest => says s e (fun t => holds ((name, t) :: s) rest)
  | Perhaps name e :: rest => says s e (fun t => holds ((name, t) :: s) rest) \/ holds s rest
  | Bounded name r e :: rest =>
      says s e (number (fun bound => forall x, related r x bound -> holds ((name, Real x) :: s) rest))
  | Claim c :: rest => true_of s c /\ holds s rest
  end.

Definition certificate := list step.
Definition sound (c : certificate) : Prop := holds [] c.
