import type { EngineRequest, Result } from "@tablewright/core";
import type { StoredRun } from "@tablewright/core/storage";
import type { World } from "../world.ts";

/** A call that was made, and what there was before it. */
export interface MadeCall {
  readonly request: EngineRequest;
  readonly result: Result;
  readonly before: Readonly<Record<string, string>>;
  /** Of the rules that it set off. */
  readonly runs: readonly StoredRun[];
}

/** Chooses one of a list; undefined of an empty one. */
export type Choose = <T>(list: readonly T[]) => T | undefined;

/** `none` where the law says nothing of what happened. */
export type Verdict = "holds" | "none" | { readonly broken: string };

/** What must hold of every definition, whatever rows there are and whatever is called. */
export interface Law {
  readonly name: string;
  /** Looked at after each call. */
  readonly afterCall?: (world: World, made: MadeCall) => Promise<Verdict>;
  /** Looked at when all calls have been made; it may change the world. */
  readonly atEnd?: (world: World, choose: Choose) => Promise<Verdict>;
}
