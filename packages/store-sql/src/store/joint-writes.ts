import type { Store, WriteTransaction, WriteUse } from "@tablewright/core/storage";
import { ignore, type JointKind, type JointMember, PATIENCE } from "./joint-member.ts";
import { GoesAlone, LoneWrite } from "./lone-write.ts";
import { systemTimers, type Timers } from "./timers.ts";

/**
 * Writes of one kind, carried out together: those of a table that come while others are under way share one transaction and its
 * commit, which cost more than the rows. Each is answered after the commit. When the transaction fails, each is run again in
 * one of its own; only the error of a commit, which may have succeeded, is that of them all.
 */
export class JointWrites<Member extends JointMember> {
  readonly #write: Store["write"];
  readonly #kind: JointKind<Member>;
  readonly #timers: Timers;
  readonly #waiting = new Map<string, Member[]>();
  /** The transaction of a table that those that come now wait for. */
  readonly #turns = new Map<string, Turn>();
  readonly #running = new Set<Promise<unknown>>();

  /** `write` carries out a write in a transaction of its own. */
  constructor(write: Store["write"], kind: JointKind<Member>, timers = systemTimers) {
    this.#write = write;
    this.#kind = kind;
    this.#timers = timers;
  }

  write<T>(work: (transaction: WriteTransaction) => Promise<T>, use: WriteUse): Promise<T> {
    const running = this.#run(work, use);
    const settled = running.then(ignore, ignore);
    this.#running.add(settled);
    settled.then(() => this.#running.delete(settled));
    return running;
  }

  /** Settles when every write asked for so far has ended. */
  async whenIdle(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #run<T>(work: (transaction: WriteTransaction) => Promise<T>, use: WriteUse): Promise<T> {
    let member: Member | undefined;
    const join = (table: string, one: Member) => {
      member = one;
      this.#join(table, one);
    };
    const lone = new LoneWrite(this.#kind.steps(join, use.caller));
    const ended = await outcomeOf(() => lone.endAfter(() => work(lone)));
    member?.ended.resolve("answer" in ended && !lone.goesAlone);
    if ("error" in ended && !lone.goesAlone && member?.isFree) throw ended.error;
    const end = await member?.end.promise;
    if (lone.goesAlone || end === "alone") return this.#write(work, use);
    if ("error" in ended) throw ended.error;
    return ended.answer;
  }

  #join(table: string, member: Member): void {
    const waiting = this.#waiting.get(table);
    if (waiting === undefined) this.#waiting.set(table, [member]);
    else waiting.push(member);
    const turn = this.#turns.get(table);
    if (turn === undefined) this.#begin(table);
    else this.#wait(table, turn);
  }

  /** Carries out those that wait. */
  #begin(table: string): void {
    const { members, others } = nextOf(this.#waiting.get(table) ?? []);
    this.#waiting.delete(table);
    if (members.length === 0) return;
    const turn: Turn = { stopWaiting: undefined };
    this.#turns.set(table, turn);
    if (others.length > 0) {
      this.#waiting.set(table, others);
      this.#wait(table, turn);
    }
    this.#carryOut(table, members).finally(() => {
      // Callers that were answered together often come again together, and then share the next transaction with those that wait.
      if (members.length > 1 || this.#waiting.has(table)) setImmediate(() => this.#end(table, turn));
      else this.#end(table, turn);
    });
  }

  /** Those that wait need not do so for long. */
  #wait(table: string, turn: Turn): void {
    turn.stopWaiting ??= this.#timers.after(PATIENCE, () => this.#end(table, turn));
  }

  /** The next ones begin, once. */
  #end(table: string, turn: Turn): void {
    turn.stopWaiting?.();
    if (this.#turns.get(table) !== turn) return;
    this.#turns.delete(table);
    this.#begin(table);
  }

  async #carryOut(table: string, members: readonly Member[]): Promise<void> {
    let runs = 0;
    let isCommitting = false;
    const work = async (transaction: WriteTransaction) => {
      isCommitting = false;
      if (++runs > 1) throw new GoesAlone(); // what the members were answered may be another now
      await this.#kind.carryOut(transaction, table, members);
      isCommitting = true;
    };
    try {
      await this.#write(work, callerOf(members));
      for (const { end } of members) end.resolve("together");
    } catch (error) {
      const isOfAll = isCommitting && !(error instanceof GoesAlone);
      for (const member of members) {
        if (isOfAll) member.end.reject(error);
        else member.end.resolve(members.length === 1 && !(error instanceof GoesAlone) ? "together" : "alone");
        member.fail(error);
      }
    }
  }
}

interface Turn {
  /** Ends the wait of others for this transaction. */
  stopWaiting: (() => void) | undefined;
}

/** Those that share the next transaction, and the others, all in the order in which they came. */
function nextOf<Member extends JointMember>(waiting: readonly Member[]) {
  const members: Member[] = [];
  const others: Member[] = [];
  const named = new Set<string>();
  for (const [at, member] of waiting.entries()) {
    if (members.length === MOST_MEMBERS) return { members, others: [...others, ...waiting.slice(at)] };
    (member.names.every((name) => !named.has(name)) ? members : others).push(member);
    for (const name of member.names) named.add(name);
  }
  return { members, others };
}

/** The one who calls; of several the store gets none. */
function callerOf(members: readonly JointMember[]): WriteUse {
  const caller = members[0]?.caller;
  return members.every((member) => member.caller === caller) ? { caller } : {};
}

async function outcomeOf<T>(
  work: () => Promise<T>,
): Promise<{ readonly answer: T } | { readonly error: unknown }> {
  try {
    return { answer: await work() };
  } catch (error) {
    return { error };
  }
}

/** Writes of one transaction. */
const MOST_MEMBERS = 50;
