import type { EngineRequest, ResultRow } from "@tablewright/core";
import { expect } from "vitest";
import { checkModelRow } from "./check-model-row.ts";
import {
  isReadByClerk,
  type ModelAction,
  type ModelRow,
  type ModelTable,
  type ModelValue,
} from "./model-table.ts";
import { keyOf, ModelTables, tableNamed } from "./model-tables.ts";
import { type ModelRequestRow, readModelRow } from "./read-model-row.ts";
import { SELECTORS } from "./selectors.ts";
import { YARD_ACTIONS, YARD_SLICES } from "./yard.ts";

/** What a call answers: rows, or the set of errors as `row column code`. */
export type ModelAnswer = { readonly rows: readonly ResultRow[] } | { readonly errors: readonly string[] };

interface ModelCall {
  readonly table: ModelTable;
  readonly slice: (typeof YARD_SLICES)["Open Crates"] | undefined;
  readonly request: EngineRequest;
  /** Whether a clerk makes it, and not the owner. */
  readonly isClerk: boolean;
}

interface ModelChange {
  readonly position: number;
  readonly before: ModelRow | undefined;
  readonly after: ModelRow;
}

/** The record engine as the design tells it, over plain arrays: one call at a time, whole tables copied, nothing clever. */
export class Model {
  readonly #stored = new ModelTables();

  readonly #operations: Readonly<Record<string, (call: ModelCall) => ModelAnswer>> = {
    Add: (call) => this.#add(call),
    Edit: (call) => this.#edit(call),
    Delete: (call) => this.#delete(call),
    Find: (call) => this.#find(call),
  };

  execute(request: EngineRequest): ModelAnswer {
    const slice = request.table === "Open Crates" ? YARD_SLICES[request.table] : undefined;
    const call = {
      table: tableNamed(slice?.table ?? request.table),
      slice,
      request,
      isClerk: request.caller !== undefined,
    };
    if (slice !== undefined && !["Find", ...slice.updates].includes(request.action))
      return { errors: ["access/not-allowed"] };
    const before = this.#stored.content;
    const action = YARD_ACTIONS[request.action];
    const answer = action ? this.#invoke(call, action) : this.#operations[request.action]?.(call);
    if (answer === undefined) throw new Error(`The model knows no action "${request.action}".`);
    if ("errors" in answer || request.properties?.DryRun === true) this.#stored.content = before;
    return answer;
  }

  #add(call: ModelCall): ModelAnswer {
    const { table, request } = call;
    const updates = request.properties?.OnDuplicate === "update";
    const errors: string[] = [];
    const seen = new Set<string>();
    const changes = this.#read(call).map((row) => {
      errors.push(...row.errors);
      const started: ModelRow = { ...initialRow(table), ...row.cells };
      const key = keyOf(table, started);
      const before = updates && key !== undefined ? this.#stored.rowOf(table, key) : undefined;
      if (updates && key !== undefined && seen.has(key)) errors.push(`${row.position} key/twice`);
      if (key !== undefined) seen.add(key);
      const after = before === undefined ? started : { ...before, ...row.cells };
      return this.#changeBySending(call, row, before, after, errors);
    });
    return this.#save(call, changes, errors);
  }

  #edit(call: ModelCall): ModelAnswer {
    const errors: string[] = [];
    const changes = this.#load(call, errors).map(({ row, before }) =>
      this.#changeBySending(call, row, before, { ...before, ...row.cells }, errors),
    );
    return this.#save(call, changes, errors);
  }

  #delete(call: ModelCall): ModelAnswer {
    const errors: string[] = [];
    const rows = this.#load(call, errors, { keyOnly: true }).map(({ before }) => before);
    if (errors.length > 0) return { errors };
    const answer = { rows: rows.map((row) => this.#stored.show(call, row)) };
    this.#stored.remove(call.table, rows);
    return answer;
  }

  #find(call: ModelCall): ModelAnswer {
    const { table, slice, request } = call;
    const all = this.#stored.rowsOf(table.name);
    const show = (rows: readonly ModelRow[]) => ({
      rows: rows.filter((row) => slice?.keeps(row) ?? true).map((row) => this.#stored.show(call, row)),
    });
    const selector = request.properties?.Selector;
    if (selector !== undefined) {
      const rows = call.isClerk ? this.#stored.readByClerk : this.#stored.content.rows;
      const keys = new Set(SELECTORS[selector]?.(rows) ?? []);
      return show([...keys].map((key) => this.#stored.rowOf(table, key)).filter((row) => row !== undefined));
    }
    if (request.rows === undefined || request.rows.length === 0) return show(all);
    const read = this.#read(call, true);
    const errors = read.flatMap((row) => [...row.errors, ...missingParts(table, row)]);
    if (errors.length > 0) return { errors };
    const keys = read.map(({ cells }) => keyOf(table, cells));
    return show(all.filter((row) => keys.includes(keyOf(table, row))));
  }

  /** Rows that are named again have their turn after the others. */
  #invoke(call: ModelCall, action: ModelAction): ModelAnswer {
    const errors: string[] = [];
    const named = this.#load(call, errors, { keyOnly: true, repeats: true });
    if (errors.length > 0) return { errors };
    const all = named.map(({ row, before }) => ({ row, key: keyOf(call.table, before) ?? "" }));
    const turnOf = (at: number) => all.slice(0, at).filter(({ key }) => key === all[at]?.key).length;
    for (let turn = 0; turn < all.length && errors.length === 0; turn++) {
      const acting = all.filter((_, at) => turnOf(at) === turn);
      this.#act(call.table, action, acting, errors);
    }
    if (errors.length > 0) return { errors };
    return { rows: all.map(({ key }) => this.#stored.show(call, this.#rowAt(call.table, key))) };
  }

  /** A member of a group acts on all its rows before the next one does; the first that is refused ends it. */
  #act(
    table: ModelTable,
    { meets = () => true, set, run = [] }: ModelAction,
    rows: readonly { readonly row: ModelRequestRow; readonly key: string }[],
    errors: string[],
  ): void {
    const acting = rows.filter(({ key }) => meets(this.#rowAt(table, key)));
    for (const member of run) if (errors.length === 0) this.#act(table, member, acting, errors);
    if (set === undefined) return;
    const changes = acting.map(({ row, key }) => {
      const before = this.#rowAt(table, key);
      return this.#change(table, { ...row, unread: [] }, before, { ...before, ...set(before) }, errors);
    });
    if (errors.length === 0) for (const { before, after } of changes) this.#stored.put(table, before, after);
  }

  #rowAt(table: ModelTable, key: string): ModelRow {
    return this.#stored.rowOf(table, key) ?? expect.fail(`The model has lost the row "${key}".`);
  }

  #read({ table, slice, request, isClerk }: ModelCall, keyOnly = false): readonly ModelRequestRow[] {
    const related = table.parts === undefined ? [] : [`Related ${table.parts.table}`];
    const stored = table.columns.filter(({ clerkReads }) => !isClerk || clerkReads !== "never");
    const own = [...stored.map(({ name }) => name), ...Object.keys(table.virtual ?? {}), ...related];
    const visible = slice === undefined ? own : [...slice.columns, ...table.key];
    const isAdded = request.action === "Add";
    const isNew = isAdded && request.properties?.OnDuplicate !== "update";
    return (request.rows ?? []).map((row, at) =>
      readModelRow(table, row, at + 1, { keyOnly, visible, isNew, isAdded }),
    );
  }

  /** The rows a call names, each with what is stored. */
  #load(call: ModelCall, errors: string[], { keyOnly = false, repeats = false } = {}) {
    const seen = new Set<string>();
    return this.#read(call, keyOnly).flatMap((row) => {
      errors.push(...row.errors, ...missingParts(call.table, row));
      const key = keyOf(call.table, row.cells);
      if (key === undefined) return [];
      const stored = this.#stored.rowOf(call.table, key);
      const before = stored !== undefined && (call.slice?.keeps(stored) ?? true) ? stored : undefined;
      if (seen.has(key) && !repeats) errors.push(`${row.position} key/twice`);
      else if (before === undefined) errors.push(`${row.position} row/not-found`);
      seen.add(key);
      return before === undefined ? [] : [{ row, before }];
    });
  }

  /** As `#change`; the caller has sent the cells, and not an action. Of a cell that a clerk does not read they may send none. */
  #changeBySending(
    { table, isClerk }: ModelCall,
    row: ModelRequestRow,
    before: ModelRow | undefined,
    started: ModelRow,
    errors: string[],
  ): ModelChange {
    const change = this.#change(table, row, before, started, errors);
    for (const column of isClerk ? table.columns : []) {
      const { name, clerkWrites = () => true } = column;
      const sent = row.cells[name];
      if (sent === undefined || (before !== undefined && table.key.includes(name))) continue;
      const isRead = before === undefined || isReadByClerk(column, before);
      const isLeft = before === undefined ? sent === null : change.after[name] === before[name];
      if (!isRead || !(isLeft || clerkWrites(before ?? change.after)))
        errors.push(`${row.position} ${name} rule/write-if`);
    }
    return change;
  }

  /** The row with its formulas and counters, and its errors told. */
  #change(
    table: ModelTable,
    { position, unread }: ModelRequestRow,
    before: ModelRow | undefined,
    started: ModelRow,
    errors: string[],
  ): ModelChange {
    const after: Record<string, ModelValue> = { ...started };
    for (const { name, formula } of table.columns)
      if (formula) after[name] = formula(after, this.#stored.lookUp);
    for (const { name, counts } of table.columns) {
      if (counts === undefined) continue;
      const isCounted = counts.some((one) => (before?.[one] ?? null) !== (after[one] ?? null));
      after[name] = Number(before?.[name] ?? 0) + (isCounted ? 1 : 0);
    }
    const broken = checkModelRow(table, after, before, unread, this.#stored.lookUp);
    errors.push(...broken.map((text) => `${position} ${text}`));
    return { position, before, after };
  }

  /** All or nothing; that a key exists is found out only of rows that are right in themselves. */
  #save(call: ModelCall, changes: readonly ModelChange[], errors: readonly string[]): ModelAnswer {
    if (errors.length > 0) return { errors };
    const { table } = call;
    const taken: string[] = [];
    const added = new Set<string>();
    for (const { position, before, after } of changes) {
      const key = keyOf(table, after) ?? "";
      if (before !== undefined) continue;
      if (added.has(key)) taken.push(`${position} key/twice`);
      else if (this.#stored.rowOf(table, key) !== undefined) taken.push(`${position} key/duplicate`);
      added.add(key);
    }
    if (taken.length > 0) return { errors: taken };
    for (const { before, after } of changes) this.#stored.put(table, before, after);
    const keys = changes.map(({ after }) => keyOf(table, after) ?? "");
    return { rows: keys.map((key) => this.#stored.show(call, this.#rowAt(table, key))) };
  }
}

function initialRow({ columns }: ModelTable): ModelRow {
  return Object.fromEntries(columns.map(({ name, initial }) => [name, initial ?? null]));
}

function missingParts({ key }: ModelTable, { cells, unread, position }: ModelRequestRow): string[] {
  const missing = key.filter((name) => (cells[name] ?? null) === null && !unread.includes(name));
  return missing.map((name) => `${position} ${name} key/missing`);
}
