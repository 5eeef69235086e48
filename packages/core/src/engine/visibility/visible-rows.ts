import { type CheckedExpression, mayFail, mayGrowTexts } from "../../expression/parts.ts";
import type { TableDefinition } from "../../schema/index.ts";
import {
  batchOf,
  type FindPlan,
  type Found,
  findAll,
  type InMemoryRows,
  type Key,
  type PlanExplanation,
  type ReadUse,
  type Row,
  type RowBatches,
  type RowReader,
  type RowSecurity,
  readIfReadable,
  type Store,
} from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import {
  filterFirst,
  filterOf,
  filterVisible,
  hasFilters,
  inParts,
  isEvaluationError,
  readsOtherTables,
  rowSecurityOf,
  rowsOnly,
} from "./filtered-plan.ts";

/**
 * The one door through which a call reads: a row whose table has a security filter exists only where the filter is TRUE
 * for the caller. A filter sees all rows of every table, has a budget of its own, and hides the row it fails on, so
 * that hidden rows change no answer and no error; what the caller wrote is evaluated only on the rows that pass the door.
 */
export class VisibleRows implements RowReader {
  readonly #call: Call;
  readonly #stored: RowReader;

  constructor(call: Call, stored: RowReader) {
    this.#call = call;
    this.#stored = stored;
  }

  async find(plan: FindPlan): Promise<Found> {
    const filter = filterOf(this.#call, plan.table);
    if (filter !== undefined) return findVisible(this.#call, this.#stored, plan, filter);
    const rowSecurity = hasFilters(this.#call.app) ? rowSecurityOf(this.#call) : undefined;
    return this.#stored.find(rowSecurity === undefined ? plan : { ...plan, rowSecurity });
  }

  explain(plan: FindPlan): Promise<PlanExplanation> {
    return explainVisible(this.#stored, plan, rowSecurityOf(this.#call));
  }

  getByKeys(table: string, keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    const definition = this.#call.app.tables.get(table);
    const filter = filterOf(this.#call, table);
    if (definition === undefined || filter === undefined) return this.#stored.getByKeys(table, keys);
    return rowsOfKeys(this.#call, this.#stored, definition, keys, filter);
  }

  inMemory(table: string): InMemoryRows | undefined {
    return filterOf(this.#call, table) === undefined ? this.#stored.inMemory?.(table) : undefined;
  }
}

/**
 * The store is given the filter to apply before anything else. Where it cannot, or an evaluation fails in there on a row
 * that is not known, the filter is tried here on each row, and everything else of the plan is left undone; so it is where a program observes the filter.
 */
async function findVisible(
  call: Call,
  stored: RowReader,
  plan: FindPlan,
  filter: CheckedExpression,
): Promise<Found> {
  const pushed = filterFirst(plan, filter, rowSecurityOf(call));
  const result = call.observations === undefined ? await findFiltered(call, stored, plan, pushed) : undefined;
  if (result?.filtered && pushed.conditions === plan.conditions) return result;
  const rest = { residual: plan.conditions, ordered: false, limited: false };
  if (result?.filtered) return { ...rest, filtered: true, batches: result.batches };
  const { batches } = result ?? (await stored.find(rowsOnly(plan, filter)));
  return { ...rest, filtered: true, batches: visibleOf(call, stored, filter, batches) };
}

async function* visibleOf(
  call: Call,
  stored: RowReader,
  filter: CheckedExpression,
  batches: RowBatches,
): AsyncGenerator<readonly Row[]> {
  for await (const rows of inParts(batches)) {
    const visible = await filterVisible(call, stored, filter, rows);
    yield visible.filter((row) => row !== undefined);
  }
}

/**
 * What the store finds; undefined when an evaluation failed, or may yet fail when some of the rows have been looked at
 * already. A plan of another context than the call's is not mixed with the filter's.
 */
async function findFiltered(
  { read: { context } }: Call,
  stored: RowReader,
  plan: FindPlan,
  pushed: FindPlan,
): Promise<Found | undefined> {
  if (plan.context !== context) return undefined;
  const { spent } = context.meter;
  try {
    const result = await stored.find(pushed);
    if (!result.filtered || !mayFailInStore(pushed.rowFilter)) return result;
    if (result.groups !== undefined) {
      const groups = await onlyBatch(result.groups);
      if (groups !== undefined) return { ...result, groups: batchOf(groups) };
    } else {
      const rows = await onlyBatch(result.batches);
      if (rows !== undefined) return { ...result, batches: batchOf(rows) };
    }
  } catch (thrown) {
    if (!isEvaluationError(thrown)) throw thrown;
  }
  context.meter.rewind(spent);
  return undefined;
}

/** Who searches other tables, or builds texts, spends of a budget. */
function mayFailInStore(filter: CheckedExpression | undefined): boolean {
  return filter !== undefined && (mayFail(filter) || readsOtherTables(filter) || mayGrowTexts(filter));
}

/** The rows or groups, when they come in one batch. */
async function onlyBatch<T>(batches: AsyncIterable<readonly T[]>): Promise<readonly T[] | undefined> {
  let only: readonly T[] | undefined;
  for await (const batch of batches) {
    if (only !== undefined) return undefined;
    only = batch;
  }
  return only ?? [];
}

/**
 * The rows of keys that exist for the caller. A filter that reads other tables is work that can be told from none, so it is
 * tried for a key without a row as well: on a row of the table that is given that key.
 */
async function rowsOfKeys(
  call: Call,
  stored: RowReader,
  table: TableDefinition,
  keys: readonly Key[],
  filter: CheckedExpression,
): Promise<readonly (Row | undefined)[]> {
  const rows = await stored.getByKeys(table.name, keys);
  if (!readsOtherTables(filter)) return filterVisible(call, stored, filter, rows);
  const some = await someRow(call, stored, table);
  const tried = rows.map((row, at) => row ?? withKey(some, table, keys[at] as Key));
  const visible = await filterVisible(call, stored, filter, tried);
  return visible.map((row, at) => (rows[at] === undefined ? undefined : row));
}

/** A row to try the filter on, blank where the table has none that can be read. */
async function someRow(
  { read: { filtering } }: Call,
  stored: RowReader,
  { name, scope }: TableDefinition,
): Promise<Row> {
  const { rows } = await findAll(stored, {
    table: name,
    conditions: [],
    order: [],
    limit: 1,
    context: filtering,
  });
  const [row] = rows;
  const copy = row === undefined ? undefined : readIfReadable(() => [...row]);
  return copy ?? Array.from({ length: scope.rowNumberIndex + 1 }, () => null);
}

function withKey(row: Row, { key }: TableDefinition, values: Key): Row {
  const copy = [...row];
  for (const [at, { index }] of key.entries()) copy[index] = values[at] ?? null;
  return copy;
}

/** How the rows of a plan are found through the security filter of its table. */
async function explainVisible(
  stored: RowReader,
  plan: FindPlan,
  rowSecurity: RowSecurity,
): Promise<PlanExplanation> {
  const filter = rowSecurity.filterOf(plan.table);
  const pushed = filter === undefined ? { ...plan, rowSecurity } : filterFirst(plan, filter, rowSecurity);
  const explained = await stored.explain?.(pushed);
  if (explained === undefined) return allLeft(plan, "the store does not say what it does itself");
  if (filter === undefined || (explained.filtered && pushed.conditions === plan.conditions)) return explained;
  const why = explained.filtered
    ? "the security filter may fail on a row, and is pushed down without other conditions"
    : "the security filter is tried before it, and is not pushed down";
  const reasons = new Map(explained.residual.map(({ condition, reason }) => [condition, reason]));
  return { ...explained, ...allLeft(plan, why, reasons) };
}

/** The explanation of a plan that the engine carries out as a whole. */
export function allLeft(
  { conditions }: FindPlan,
  why: string,
  reasons: ReadonlyMap<CheckedExpression, string> = new Map(),
): PlanExplanation {
  const residual = conditions.map((condition) => ({ condition, reason: reasons.get(condition) ?? why }));
  return { residual, ordered: false, limited: false, computed: [], grouped: false, ungrouped: why };
}

/** Works on what the caller may see of the store. */
export function readVisible<T>(
  call: Call,
  store: Pick<Store, "read">,
  work: (transaction: RowReader) => Promise<T>,
  use?: ReadUse,
): Promise<T> {
  const { name, timeZone, identity } = call.caller;
  return store.read((stored) => work(new VisibleRows(call, stored)), {
    ...use,
    caller: name,
    timeZone,
    identity,
  });
}
