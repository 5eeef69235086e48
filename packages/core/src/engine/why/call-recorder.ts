import { type CheckedExpression, memo, type Trace } from "../../expression/parts.ts";
import type {
  ActionDefinition,
  AppDefinition,
  ColumnDefinition,
  RuleDefinition,
  SliceDefinition,
  TableDefinition,
} from "../../schema/index.ts";
import {
  type OutboxEvent,
  outboxTable,
  type Row,
  type Store,
  type WriteTransaction,
} from "../../storage/index.ts";
import { eventOfRow } from "../../storage/journal-tables.ts";
import type { Value } from "../../values/index.ts";
import { columnRightsOf, readsHidden } from "../access/column-rights.ts";
import type { Call } from "../calls/call.ts";
import type { RuleMatch } from "../calls/change-log.ts";
import { isAllowed } from "../cells/evaluate-cell.ts";
import { keyOfRow, writeKey } from "../keys/key-from.ts";
import type { EvaluatedCell, Observations } from "../observations/observations.ts";
import { traceCell } from "./steps/find-steps.ts";

/** Rows on which each expression of the definition is traced. */
const MOST_ROWS = 20;

/**
 * Takes down one run of a call, and traces every expression of the definition when it is evaluated: on the rows of that moment. What
 * reads cells that the caller may not read is left out.
 */
export class CallRecorder implements Observations {
  /** The call as it was begun to ask what its caller may read; undefined for one that is refused before. */
  readonly #call: Call | undefined;
  readonly #heard: { readonly expression?: CheckedExpression; readonly event: CallEvent | undefined }[] = [];
  readonly #counts = new Map<CheckedExpression, number>();

  constructor(call: Call | undefined) {
    this.#call = call;
  }

  /** What was recorded, in its order. */
  get events(): readonly CallEvent[] {
    return this.#heard.flatMap(({ event }) => event ?? []);
  }

  /** Evaluations that were only counted. */
  get omitted(): number {
    return this.#heard.filter(({ event }) => event === undefined).length;
  }

  evaluates(expression: CheckedExpression, value: Value, at?: EvaluatedCell): void {
    if (at === undefined) return;
    const role = rolesOf(at.call.app).get(expression);
    if (role === undefined || isVirtual(role) || this.#isConcealed(role, expression, at.call.table)) return;
    const count = this.#counts.get(expression) ?? 0;
    this.#counts.set(expression, count + 1);
    const event = count < MOST_ROWS ? eventOf(role, expression, value, at) : undefined;
    this.#heard.push({ expression, event });
  }

  /** Whether an evaluation is about a cell that the caller may not read, or read one. */
  #isConcealed(role: Role, expression: CheckedExpression, table: TableDefinition): boolean {
    if (this.#call === undefined) return false;
    const column = "column" in role ? columnRightsOf(this.#call)?.stateOf(role.column) : undefined;
    return column !== undefined || readsHidden(this.#call, table, expression);
  }

  /** The expressions of an action show it. */
  acts(): void {}

  tries(rule: RuleDefinition, matches: readonly RuleMatch[], chain: readonly RuleDefinition[]): void {
    const { condition, table } = rule;
    if (this.#call && condition && readsHidden(this.#call, table, condition)) return;
    this.#heard.push({ event: { kind: "rule", rule, matches, chain } });
  }

  wrote(event: CallEvent): void {
    this.#heard.push({ event });
  }

  /** The recorder is read when the call has ended. */
  tell(): void {}

  mark(): number {
    return this.#heard.length;
  }

  rewind(mark: number): void {
    for (const { expression } of this.#heard.splice(mark)) {
      if (expression !== undefined) this.#counts.set(expression, (this.#counts.get(expression) ?? 1) - 1);
    }
  }
}

/** A virtual column of a row that was changed: nothing of the change depends on it. */
function isVirtual(role: Role): boolean {
  return role.of === "column" && role.member === "formula" && role.column.isVirtual;
}

function eventOf(
  role: Role,
  expression: CheckedExpression,
  value: Value,
  { call, row, before, location }: EvaluatedCell,
): CallEvent {
  return {
    kind: "evaluation",
    role,
    table: call.table,
    position: location.row,
    key: keyTextOf(call.table, row),
    isMet: isMetBy(role, value, row),
    trace: traceCell(expression, row, call.read.context, { before, value }),
  };
}

/** Nothing while a part of the key is missing. */
function keyTextOf(table: TableDefinition, row: Row): string {
  const key = keyOfRow(table, row);
  return key.includes(null) ? "" : writeKey(table, key);
}

function isMetBy(role: Role, value: Value, row: readonly Value[]): boolean | undefined {
  if (role.of === "column" && role.member === "validIf" && !role.column.isVirtual && Array.isArray(value))
    return isAllowed(row[role.column.index] ?? null, value, role.column.type);
  const isCondition =
    role.of === "column"
      ? role.member === "validIf" || role.member === "requiredIf"
      : role.of === "slice" || role.of === "rule" || (role.of === "action" && role.member === "condition");
  return isCondition ? value === true : undefined;
}

/** What was recorded of a run of a call, in its order. */
export type CallEvent = EvaluationEvent | TriedRule | WriteEvent | OutboxEntry;

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
export interface TriedRule {
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

/** What an expression of the definition is for. */
export type Role =
  | { readonly of: "column"; readonly member: ColumnMember; readonly column: ColumnDefinition }
  | { readonly of: "action"; readonly member: "condition" | "rows"; readonly action: ActionDefinition }
  | { readonly of: "assignment"; readonly column: ColumnDefinition; readonly action: ActionDefinition }
  | { readonly of: "slice"; readonly slice: SliceDefinition }
  | { readonly of: "rule"; readonly rule: RuleDefinition };

export type ColumnMember = (typeof COLUMN_MEMBERS)[number];

const COLUMN_MEMBERS = ["initialValue", "formula", "requiredIf", "validIf"] as const;

const rolesOf = memo((app: AppDefinition): ReadonlyMap<CheckedExpression, Role> => new Map(rolesIn(app)));

function* rolesIn({ tables, slices, actions, rules }: AppDefinition): Iterable<[CheckedExpression, Role]> {
  for (const table of tables.values()) yield* rolesInTable(table);
  for (const slice of slices.values())
    if (slice.filter !== undefined) yield [slice.filter, { of: "slice", slice }];
  for (const action of actions.values()) yield* rolesInAction(action);
  for (const rule of rules.values())
    if (rule.condition !== undefined) yield [rule.condition, { of: "rule", rule }];
}

function* rolesInTable({ columns }: TableDefinition): Iterable<[CheckedExpression, Role]> {
  for (const column of columns) {
    for (const member of COLUMN_MEMBERS) {
      const expression = column[member];
      if (expression !== undefined) yield [expression, { of: "column", member, column }];
    }
  }
}

function* rolesInAction(action: ActionDefinition): Iterable<[CheckedExpression, Role]> {
  const { condition, effect } = action;
  if (condition !== undefined) yield [condition, { of: "action", member: "condition", action }];
  if (effect.kind === "onRows") yield [effect.rows, { of: "action", member: "rows", action }];
  if (effect.kind !== "set" && effect.kind !== "addRow") return;
  for (const { column, value } of effect.set) yield [value, { of: "assignment", column, action }];
}

/** A store for one call, whose writes are recorded: each row as it was and as it is. */
export function watchedStore(store: Store, app: AppDefinition, hear: (event: CallEvent) => void): Store {
  return {
    name: store.name,
    open: (tables, opening) => store.open(tables, opening),
    read: (work, use) => store.read(work, use),
    write: (work, use) => store.write((stored) => work(watched(stored, app, hear)), use),
    close: () => store.close(),
  };
}

function watched(
  stored: WriteTransaction,
  { tables }: AppDefinition,
  hear: (event: CallEvent) => void,
): WriteTransaction {
  const hearRow = (table: TableDefinition | undefined, before: Row | undefined, after: Row | undefined) => {
    if (table !== undefined) hear({ kind: "write", table, before, after });
  };
  const { inMemory, explain } = stored;
  return {
    find: (plan) => stored.find(plan),
    getByKeys: (table, keys) => stored.getByKeys(table, keys),
    ...(inMemory === undefined ? {} : { inMemory: (table) => stored.inMemory?.(table) }),
    ...(explain === undefined ? {} : { explain: explain.bind(stored) }),
    async insert(name, rows) {
      const outcome = await stored.insert(name, rows);
      for (const row of outcome.rows)
        if (name === outboxTable.name) hear({ kind: "outbox", event: eventOfRow(row) });
        else hearRow(tables.get(name), undefined, row);
      return outcome;
    },
    async update(name, rows) {
      const table = tables.get(name);
      const before =
        table &&
        (await stored.getByKeys(
          name,
          rows.map((row) => keyOfRow(table, row)),
        ));
      const written = await stored.update(name, rows);
      for (const [at, row] of written.entries()) hearRow(table, before?.[at], row);
      return written;
    },
    async delete(name, keys) {
      const before = await stored.getByKeys(name, keys);
      await stored.delete(name, keys);
      for (const row of before) if (row !== undefined) hearRow(tables.get(name), row, undefined);
    },
  };
}
