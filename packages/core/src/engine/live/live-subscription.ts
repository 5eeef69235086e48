import type { Diagnostic } from "../../diagnostics/index.ts";
import type { LiveRows, LiveStep } from "../calls/result.ts";
import type { ChangedRows, LiveGroup } from "./live-group.ts";

/** One reader of a group. It holds the rows that have changed since its last step, as the reader has them. */
export class LiveSubscription implements LiveRows {
  readonly accessKey: string | undefined;
  #cursor: string | null = null;
  readonly #group: LiveGroup;
  readonly #leave: () => void;
  /** The steps of the first state that are still to be given. */
  #first: readonly LiveStep[] = [];
  #pending: ChangedRows | undefined;
  /** Whether `#pending` is a copy that may be changed. */
  #isOwn = false;
  #waiting: PromiseWithResolvers<IteratorResult<LiveStep, undefined>> | undefined;
  #end: { readonly errors: readonly Diagnostic[] } | { readonly thrown: unknown } | undefined;

  /** `resumes`: the reader has an earlier state and gets only what changes from now on. */
  constructor(group: LiveGroup, accessKey: string | undefined, resumes: boolean, leave: () => void) {
    this.accessKey = accessKey;
    this.#group = group;
    this.#leave = leave;
    if (!resumes) this.reset();
    group.join(this);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  get cursor(): string | null {
    const isUpToDate = this.#first.length === 0 && this.#pending === undefined;
    return isUpToDate ? this.#group.cursor : this.#cursor;
  }

  ready(): LiveStep | undefined {
    return this.#ready()?.value;
  }

  /** Gives all rows, whatever the reader has. */
  reset(): void {
    this.#pending = undefined;
    this.#first = this.#group.firstSteps;
    this.#wake();
  }

  /** Begins at a cursor: `known` has the rows that have changed since, as the reader has them; all others are as the group has them. */
  resume(cursor: string, known: ChangedRows): void {
    this.#pending = new Map([...(this.#pending ?? []), ...known]);
    this.#isOwn = true;
    this.#cursor = cursor;
    this.#wake();
  }

  take(changed: ChangedRows): void {
    if (this.#pending === undefined) {
      this.#pending = changed;
      this.#isOwn = false;
    } else {
      const own = this.#isOwn ? (this.#pending as Map<string, string | undefined>) : new Map(this.#pending);
      for (const [key, before] of changed) {
        if (!own.has(key)) own.set(key, before);
        else if (own.get(key) === this.#group.rows.get(key)) own.delete(key);
      }
      this.#pending = own;
      this.#isOwn = true;
    }
    this.#wake();
  }

  end(errors: readonly Diagnostic[]): void {
    this.#end ??= { errors };
    this.#wake();
  }

  fail(error: unknown): void {
    this.#end ??= { thrown: error };
    this.#wake();
  }

  async next(): Promise<IteratorResult<LiveStep, undefined>> {
    if (this.#waiting !== undefined) throw new TypeError("A step of these rows is already waited for.");
    const ready = this.#ready();
    if (ready !== undefined) return ready;
    this.#waiting = Promise.withResolvers();
    return this.#waiting.promise;
  }

  async return(): Promise<IteratorResult<LiveStep, undefined>> {
    this.#first = [];
    this.#pending = undefined;
    this.end([]);
    this.#detach();
    return DONE;
  }

  #wake(): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    try {
      const ready = this.#ready();
      if (ready === undefined) return;
      this.#waiting = undefined;
      waiting.resolve(ready);
    } catch (error) {
      this.#waiting = undefined;
      waiting.reject(error);
    }
  }

  /** The next step, or the end; undefined while there is neither. */
  #ready(): IteratorResult<LiveStep, undefined> | undefined {
    const step = this.#firstStep() ?? this.#changeStep();
    if (step !== undefined) {
      this.#cursor = step.cursor ?? this.#cursor;
      return { done: false, value: step };
    }
    if (this.#end === undefined) return undefined;
    this.#detach();
    const end = this.#end;
    this.#end = { errors: [] };
    if ("thrown" in end) throw end.thrown;
    if (end.errors.length === 0) return DONE;
    return { done: false, value: { ...NOTHING, cursor: this.#cursor, errors: end.errors } };
  }

  #firstStep(): LiveStep | undefined {
    const [step, ...rest] = this.#first;
    this.#first = rest;
    return step;
  }

  #changeStep(): LiveStep | undefined {
    if (this.#pending === undefined) return undefined;
    const step = this.#group.stepOf(this.#pending);
    this.#pending = undefined;
    return step.enter.length + step.change.length + step.leave.length === 0 ? undefined : step;
  }

  #detach(): void {
    if (this.#group.leave(this)) this.#leave();
  }
}

const DONE = { done: true, value: undefined } as const;
const NOTHING = { reset: false, enter: [], change: [], leave: [] } as const;
