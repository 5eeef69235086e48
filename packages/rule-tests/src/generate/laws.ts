import type {
  AppDefinition,
  ColumnDefinition,
  EngineRequest,
  Result,
  TableDefinition,
} from "@tablewright/core";
import { requestIn } from "@tablewright/core/compiler";
import type { Row, StoredRun } from "@tablewright/core/storage";
import { differenceOf, keyCellsOf, type World } from "./world.ts";

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

/** Everything that must hold of any definition, one line each, in the order in which it is reported. */

/** One call is one transaction. */
export const refusedCalls: Law = {
  name: "a refused call changes nothing",
  afterCall: async (world, { result, before }) => {
    if (result.ok) return "none";
    const difference = differenceOf(before, await world.everything());
    return difference === undefined ? "holds" : { broken: `The call was refused, and ${difference}.` };
  },
};

/** Rules that set off one another without end are cut off, and what they were to do is not done. */
const ruleLoops: Law = {
  name: "rules do not set off one another without end",
  afterCall: async (_, { runs }) => {
    if (runs.length === 0) return "none";
    const deep = runs.find(({ outcome }) => outcome === "DepthReached");
    if (deep === undefined) return "holds";
    return {
      broken: `The rule "${deep.rule}" was not run for the row ${deep.key} of "${deep.table}": ${deep.depth} rules had set off one another.`,
    };
  },
};

/** What was answered is stored, as it was answered. A filter may hide a row from who has added it. */
export const foundAfterAdd: Law = {
  name: "a row that was added is found",
  afterCall: async (world, { request, result }) => {
    const table = world.definition.tables.get(request.table);
    const added = result.ok ? result.rows[0] : undefined;
    if (request.action !== "Add" || table === undefined || added === undefined) return "none";
    if (table.securityFilter !== undefined && !table.withCheck) return "none";
    const rows = [keyCellsOf(table, added)];
    const answer = await world.engine.execute({ ...request, action: "Find", rows });
    const [row] = answer.ok ? answer.rows : [];
    if (row === undefined) return { broken: `A Find by ${JSON.stringify(rows[0])} does not find it.` };
    const other = table.storedColumns.find(
      ({ name }) => JSON.stringify(row[name]) !== JSON.stringify(added[name]),
    );
    if (other === undefined) return "holds";
    const [was, is] = [JSON.stringify(added[other.name]), JSON.stringify(row[other.name])];
    return { broken: `The column "${other.name}" was answered as ${was} and is found as ${is}.` };
  },
};

/**
 * A row that was read can be written back. It is written back twice: the first time may bring formulas up to date that read
 * other rows. Where rules are set off, what changes is theirs.
 */
export const rowsSentBack: Law = {
  name: "an edit that sends a row back changes nothing",
  atEnd: async (world, choose) => {
    const table = choose([...world.definition.tables.values()]);
    if (table === undefined || table.columns.some(isByChance)) return "none";
    const result = await world.engine.find(table.name);
    const row = choose(result.ok ? result.rows : []);
    if (row === undefined) return "none";
    const first = await world.engine.edit(table.name, [row]);
    const [again] = first.ok ? first.rows : [];
    if (again === undefined || (await world.runs()).length > 0) return "none";
    const before = await world.everything();
    const second = await world.engine.edit(table.name, [again]);
    const sent = `The row ${JSON.stringify(again)} of "${table.name}" was sent back`;
    if (!second.ok) return { broken: `${sent} and refused: ${second.diagnostics[0]?.message}` };
    if ((await world.runs()).length > 0) return "none";
    const difference = differenceOf(before, await world.everything());
    return difference === undefined ? "holds" : { broken: `${sent}, and ${difference}.` };
  },
};

function isByChance({ formula, isVirtual }: ColumnDefinition): boolean {
  return !isVirtual && /\b(?:RANDBETWEEN|UNIQUEID)\b/i.test(formula?.source ?? "");
}

/**
 * A row that a security filter hides does not exist for the caller: whatever is in it, the bytes of every answer are the same.
 * Columns that a filter reads decide who sees the row and stay as they are.
 */
export const hiddenRows: Law = {
  name: "hidden rows change no answer",
  atEnd: async (world, choose) => {
    const { definition } = world;
    const table = choose([...definition.tables.values()].filter((one) => isHideable(definition, one)));
    const user = choose(await world.people());
    if (table === undefined) return "none";
    const request = world.requestOf({ action: "Find", table: table.name }, user);
    const seen = await world.engine.execute(request);
    if (!seen.ok) return "none";
    const keys = new Set(seen.rows.map((row) => JSON.stringify(keyCellsOf(table, row))));
    const all = await world.rowsOf(table.name);
    const hidden = all.flatMap((row, at) => (keys.has(JSON.stringify(keyCellsOf(table, row))) ? [] : [at]));
    const [at, other] = [choose(hidden), choose([...all.keys()])];
    const changeable = table.storedColumns.filter(
      (column) => !table.key.includes(column) && !isRead(table, column.name),
    );
    const column = choose(changeable);
    if (at === undefined || other === undefined || column === undefined) return "none";
    const before = await answersTo(world, user);
    const stored = await valuesOf(world, table.name);
    const changed = [...(stored[at] ?? [])];
    const value = stored[other]?.[column.index] ?? null;
    changed[column.index] = changed[column.index] === value ? null : value;
    await world.store.write((transaction) => transaction.update(table.name, [changed]));
    const after = await answersTo(world, user);
    const place = before.findIndex((answer, index) => answer !== after[index]);
    if (place < 0) return "holds";
    const row = JSON.stringify(keyCellsOf(table, all[at] ?? {}));
    return {
      broken: `"${column.name}" of the row ${row} of "${table.name}" changed, which ${user ?? "the owner"} does not see, and an answer to them from ${before[place]} to ${after[place]}.`,
    };
  },
};

/** Whether nothing but the row itself decides who sees it. */
function isHideable({ tables }: AppDefinition, { name, securityFilter }: TableDefinition): boolean {
  if (securityFilter === undefined) return false;
  return ![...tables.values()].some((table) => table.securityFilter?.references.tables.has(name));
}

function isRead({ securityFilter }: TableDefinition, column: string): boolean {
  const { columns = new Set<string>(), formulas = [] } = securityFilter?.references ?? {};
  return columns.has(column) || formulas.some(({ references }) => references.columns.has(column));
}

async function answersTo(world: World, user: string | undefined): Promise<readonly string[]> {
  const { tables, slices } = world.definition;
  const answers: string[] = [];
  for (const table of [...tables.keys(), ...slices.keys()])
    answers.push(
      JSON.stringify(await world.engine.execute(world.requestOf({ action: "Find", table }, user))),
    );
  return answers;
}

/** In stored order, as `World.rowsOf` has them. */
async function valuesOf({ store, definition }: World, table: string): Promise<readonly Row[]> {
  const context = requestIn(definition.scope, {});
  return store.read(async (transaction) => {
    const { batches } = await transaction.find({ table, conditions: [], order: [], context });
    const rows: Row[] = [];
    for await (const batch of batches) for (const row of batch) rows.push(row);
    return rows;
  });
}

export const laws: readonly Law[] = [refusedCalls, foundAfterAdd, rowsSentBack, hiddenRows, ruleLoops];
