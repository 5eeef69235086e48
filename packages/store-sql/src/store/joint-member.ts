import type { WriteTransaction } from "@tablewright/core/storage";
import type { LoneSteps } from "./lone-write.ts";

/** One of the writes that share a transaction. */
export class JointMember {
  readonly caller: string | undefined;
  /** Of two members that name the same, the later one is in a later transaction. */
  readonly names: readonly string[];
  /** Whether its work has returned. */
  readonly ended = Promise.withResolvers<boolean>();
  /** Whether what has become of its work counts; it is run again alone where that was lost. */
  readonly end = Promise.withResolvers<"together" | "alone">();

  constructor(caller: string | undefined, names: readonly string[] = []) {
    this.caller = caller;
    this.names = names;
    this.end.promise.catch(ignore);
  }

  /** Whether nothing of what it answers depends on how the transaction ends, when its work throws. */
  get isFree(): boolean {
    return false;
  }

  /** Rejects what its work waits for. */
  fail(_error: unknown): void {}
}

/** A kind of write that asks little of the store, and so is carried out together with others of its kind. */
export interface JointKind<Member extends JointMember> {
  /** What the work of a write may ask for. `join` has it share the next transaction with others on the same table. */
  steps(join: (table: string, member: Member) => void, caller: string | undefined): LoneSteps;
  /**
   * Does in one transaction what members ask for and answers them; settles when it can be committed. Throws a `GoesAlone`
   * where what they did is better done by each alone.
   */
  carryOut(transaction: WriteTransaction, table: string, members: readonly Member[]): Promise<void>;
}

export function ignore(): void {}

/** More rows of one write are worth a transaction of its own. */
export const MOST_BATCHED_ROWS = 20;

/** Milliseconds that writes wait for another that holds them up, such as one that waits for a key itself. */
export const PATIENCE = 20;
