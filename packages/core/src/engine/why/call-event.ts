import type { Trace } from "../../expression/parts.ts";
import type { RuleDefinition, TableDefinition } from "../../schema/index.ts";
import type { OutboxEvent, Row } from "../../storage/index.ts";
import type { RuleMatch } from "../rules/rule-match.ts";
import type { Role } from "./role-of.ts";

/** What was heard of a run of a call, in its order. */
export type CallEvent = EvaluationEvent | RuleEvent | WriteEvent | OutboxEntry;

export interface EvaluationEvent {
  readonly kind: "evaluation";
  readonly role: Role;
  readonly table: TableDefinition;
  /** The row of the request that led to it. */
  readonly position: number | undefined;
  readonly key: string;
  /** Whether a condition was met, or a value allowed; undefined where neither was in question. */
  readonly isMet: boolean | undefined;
  readonly trace: Trace;
}

/** A rule was tried on the changes that it is about. */
export interface RuleEvent {
  readonly kind: "rule";
  readonly rule: RuleDefinition;
  readonly matches: readonly RuleMatch[];
  /** The rules whose writing it was tried on; none for the call's own. */
  readonly chain: readonly RuleDefinition[];
}

/** A row was written: undefined before when it was added, undefined after when it was deleted. */
export interface WriteEvent {
  readonly kind: "write";
  readonly table: TableDefinition;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

/** Something was queued to be sent. */
export interface OutboxEntry {
  readonly kind: "outbox";
  readonly event: OutboxEvent;
}
