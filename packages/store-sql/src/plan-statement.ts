import type { StoredForm } from "@tablewright/core/storage";
import {
  compileSortKey,
  compileToSql,
  compileToValue,
  type FindPlan,
  joinSql,
  type KeptCondition,
  type RenderedSql,
  type RowInSql,
  renderSql,
  type SqlDialect,
  SqlFragment,
  type SqlRequest,
  type SqlTable,
  sql,
  sqlHole,
  sqlName,
} from "@tablewright/core/storage";
import { limitValue } from "./limit-value.ts";

/**
 * A plan as a statement, as far as a database carries it out exactly; a row is read as its columns and its slot. It gives
 * the rows when they are at most `FEW_ROWS`, and one row more than these when there are more.
 */
export interface PlanStatement extends RenderedSql {
  readonly kept: readonly KeptCondition[];
  readonly ordered: boolean;
  readonly limited: boolean;
  /** Whether the rows come in their order; else, without an order asked for, they are to be sorted by their slots. */
  readonly isSorted: boolean;
  /** The values that stand between the columns and the slot. */
  readonly computed: readonly ComputedValue[];
  /** The statement that gives all rows in their order, however many there are: for who reads them part by part. */
  ofMany(): RenderedSql;
}

/** A value that the database computes beside a row. */
export interface ComputedValue {
  /** Position within the plan's `computed`. */
  readonly position: number;
  readonly form: StoredForm;
}

/** Rows that are read at once: some megabytes and some milliseconds. */
export const FEW_ROWS = 10_000;

/** Where tables lie, and how their database says things. */
export interface PlanPlace {
  readonly dialect: SqlDialect;
  /** Undefined for a table that the database does not have. */
  tableOf(name: string): SqlTable | undefined;
  /** Whether a row is among those of the plan, so that an index serves; undefined where the database cannot tell. */
  among(row: RowInSql): SqlFragment | undefined;
}

/**
 * Conditions that cannot be said are kept with the compiler's reason; order is said when none is kept, and a limit when
 * all before it is said. Rows that are equal in the order come in stored order.
 */
export function planStatement(plan: FindPlan, table: SqlTable, place: PlanPlace): PlanStatement {
  const row = { alias: ALIAS, table };
  const { tests, kept } = testsOf(plan, row, place);
  const among = place.among(row);
  const order = kept.length === 0 ? orderOf(plan, table, place) : undefined;
  const values = order === undefined ? [] : valuesOf(plan, row, place);
  const reading = [readingOf(table, values, place.dialect)];
  const wanted = among === undefined ? tests : [among, ...tests];
  if (wanted.length > 0) reading.push(sql`where ${joinSql(wanted, " and ")}`);
  const limited = order !== undefined && plan.limit !== undefined;
  // Told to give rows in stored order, a database rather looks at all of them than uses an index.
  const isSorted = wanted.length === 0 || limited || (order !== undefined && order.length > 0);
  const sorting = sql`order by ${joinSql([...(order ?? []), sqlName(ALIAS, table.slot)], ", ")}`;
  const statement = (isSorted: boolean, limit: number | undefined) => {
    const parts = isSorted ? [...reading, sorting] : [...reading];
    if (limit !== undefined) parts.push(sql`limit ${sqlHole(limitValue(limit))}`);
    return renderSql(joinSql(parts, " "), place.dialect);
  };
  const limit = limited ? plan.limit : undefined;
  return {
    ...statement(isSorted, limit === undefined ? FEW_ROWS + 1 : Math.min(limit, FEW_ROWS + 1)),
    kept,
    ordered: order !== undefined,
    limited,
    isSorted,
    computed: values.map(({ position, form }) => ({ position, form })),
    ofMany: () => statement(true, limit),
  };
}

/** The conditions that can be said, and the others; what would make the statement too long is left, too. */
function testsOf(plan: FindPlan, row: RowInSql, place: PlanPlace) {
  const tests: SqlFragment[] = [];
  const kept: KeptCondition[] = [];
  let size = 0;
  for (const [position, condition] of plan.conditions.entries()) {
    if (tests.length >= MOST_TESTS || size >= LARGEST) {
      kept.push({ position, reason: "the statement would be too long" });
      continue;
    }
    const compiled = compileToSql(condition, row, requestOf(plan, place, position));
    if (compiled.stopped !== undefined) kept.push({ position, reason: compiled.stopped.reason });
    else {
      size += compiled.sql.size;
      tests.push(sql`(${compiled.sql})`);
    }
  }
  return { tests, kept };
}

/** Databases limit how deep a condition is nested, which conditions joined by AND are, and how many values are bound. */
const MOST_TESTS = 200;
const LARGEST = 5_000;

/** No alias of the compiler is like it. */
const ALIAS = "t";

/** How every statement about a table begins; it is written down once for those without values. */
function readingOf(table: SqlTable, values: readonly SaidValue[], dialect: SqlDialect): SqlFragment {
  if (values.length > 0) return selecting(table, values);
  const known = readings.get(table);
  if (known !== undefined) return known;
  const made = new SqlFragment([renderSql(selecting(table, []), dialect).text]);
  readings.set(table, made);
  return made;
}

function selecting(table: SqlTable, values: readonly SaidValue[]): SqlFragment {
  const columns = table.columns.map(({ name }) => sqlName(ALIAS, name));
  const read = [...columns, ...values.map((value) => value.sql), sqlName(ALIAS, table.slot)];
  return sql`select ${joinSql(read, ", ")} from ${sqlName(table.name)} as ${sqlName(ALIAS)}`;
}

const readings = new WeakMap<SqlTable, SqlFragment>();

/** A security filter among the conditions sees all rows of other tables, the others what the caller sees. */
function requestOf({ context, sight }: FindPlan, place: PlanPlace, position: number): SqlRequest {
  const isFiltered = sight !== undefined && position >= sight.unfiltered;
  return {
    dialect: place.dialect,
    context,
    searches: "indexed",
    tableOf: (name) => place.tableOf(name),
    filterOf: (name) => (isFiltered ? sight.filterOf(name) : undefined),
  };
}

interface SaidValue extends ComputedValue {
  readonly sql: SqlFragment;
}

/** Those of the wanted values that can be said, as many as leave the statement short enough. */
function valuesOf(plan: FindPlan, row: RowInSql, place: PlanPlace): readonly SaidValue[] {
  const request = requestOf(plan, place, Number.POSITIVE_INFINITY);
  const values: SaidValue[] = [];
  let size = 0;
  for (const [position, expression] of (plan.computed ?? []).entries()) {
    const compiled = compileToValue(expression, row, request);
    if (compiled.stopped !== undefined || size >= LARGEST) continue;
    size += compiled.sql.size;
    values.push({ position, form: compiled.form, sql: compiled.sql });
  }
  return values;
}

/** The sort keys, blanks lowest; undefined where one of them cannot be said. */
function orderOf(plan: FindPlan, table: SqlTable, place: PlanPlace): readonly SqlFragment[] | undefined {
  const keys: SqlFragment[] = [];
  for (const { expression, descending } of plan.order) {
    const request = requestOf(plan, place, Number.POSITIVE_INFINITY);
    const compiled = compileSortKey(expression, { alias: ALIAS, table }, request);
    if (compiled.stopped !== undefined) return undefined;
    const direction = descending ? sql`desc nulls last` : sql`asc nulls first`;
    keys.push(sql`${compiled.sql} ${direction}`);
  }
  return keys;
}
