(* Half of the state follows, without reward: 0 is a solution, and so is 1/s, for the discount 1/2. *)
From Coq Require Import Reals Lra.
From dpdqn Require Import bellman_nonunique_all_functions_statement.
Open Scope R_scope.

Theorem bellman_nonunique_all_functions_verified : bellman_nonunique_all_functions_statement.
Proof.
  exists (1 / 2), (fun s => s / 2), (fun _ => 0), (fun _ => 0), (fun s => if Req_EM_T s 0 then 0 else / s); unfold in_states.
  split; [lra|]; split; [intros; lra|]; split; [intros s _; lra|]; split.
  - intros s _; destruct (Req_EM_T s 0) as [->|some]; [destruct (Req_EM_T (0 / 2) 0); lra|].
    destruct (Req_EM_T (s / 2) 0) as [none|]; [lra|field; exact some].
  - exists 1; split; [lra|]; destruct (Req_EM_T 1 0); [lra|rewrite Rinv_1; lra].
Qed.
