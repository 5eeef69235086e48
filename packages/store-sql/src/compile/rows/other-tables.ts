import {
  type DereferenceNode,
  type ExtremeRowNode,
  findBinding,
  type ListDereferenceNode,
  type Node,
  type SelectNode,
  type TableScope,
  valueFamilyOf,
} from "@tablewright/core/compiler";
import { joinSql, type SqlFragment, sql, sqlName, sqlParameter } from "../../fragments/sql-fragment.ts";
import { ALWAYS_TRUE, allOf, compileSecurityFilter, guardByFilter, NEVER_TRUE } from "../conditions.ts";
import { asCount } from "../operators/conversion.ts";
import { type LookedAt, phrase, type SqlDialect } from "../sql-dialect.ts";
import type { RowInSql, SqlScope } from "../sql-scope.ts";
import { fromTable } from "../sql-table.ts";
import {
  columnTerm,
  comparedColumn,
  heldDecimal,
  type SqlCondition,
  type SqlTerm,
  term,
} from "../sql-term.ts";

/** Another table as the caller sees it. */
interface VisibleTable {
  readonly row: RowInSql;
  readonly from: SqlFragment;
  /** The rows that exist for the caller; to be tried before anything that they wrote. */
  readonly filter: SqlCondition;
  /** Whether `from` gives only those rows, because the filter reads other tables. */
  readonly isFenced: boolean;
}

/** What a scan reads on its row: what an index finds, the rest of its condition, and the value. */
export interface ScanOfRow {
  readonly seeks: readonly SqlCondition[];
  readonly condition: SqlCondition;
  readonly item: SqlTerm;
}

/** The rows of another table as the caller sees them: those that its security filter lets through. */
export function openTable(node: Node, table: TableScope, scope: SqlScope): VisibleTable | undefined {
  if (table.items !== undefined) return scope.stop(node, "the items of a list are not rows in SQL");
  const stored = scope.request.tableOf(table.name);
  if (stored === undefined) return scope.stop(node, "the table lies elsewhere");
  const row: RowInSql = { alias: scope.nextAlias(), table: stored };
  const alias = sqlName(row.alias);
  const from = fromTable(stored, row.alias);
  const checked = scope.filterOf(table.name);
  if (checked === undefined) return { row, from, filter: ALWAYS_TRUE, isFenced: false };
  const filter = compileSecurityFilter(checked, scope.aboutFiltered(row));
  if (filter === undefined) return undefined;
  if (checked.references.tables.size === 0) return { row, from, filter, isFenced: false };
  const isVisible = ticked(filter, row, scope).sql;
  const visible = sql`${phrase(scope.dialect, "fence", sql`select * from ${from} where ${isVisible}`)} as ${alias}`;
  const rest = filter.mayThrow ? { ...ALWAYS_TRUE, mayThrow: true } : ALWAYS_TRUE;
  return { row, from: visible, filter: rest, isFenced: true };
}

/** A table opened at the row that a Ref names, or at the rows that the items of a list do. */
export function openByKey(
  node: DereferenceNode | ListDereferenceNode,
  key: SqlTerm,
  scope: SqlScope,
): (VisibleTable & { readonly isKey: SqlCondition }) | undefined {
  const opened = openTable(node, node.table, scope);
  if (opened === undefined) return undefined;
  if (key.mayThrow) return scope.stop(node.op === "dereference" ? node.ref : node.refs, MAY_FAIL);
  const isKey = keyEquals(opened.row, node.table, key, scope);
  if (isKey === undefined) return scope.stop(node, "the key is not compared in SQL");
  return mayFindByKey(node, node.table, opened, scope) ? { ...opened, isKey } : undefined;
}

/** Whether a row has a key, exactly; NULL for a blank key, which names none. Undefined where SQL cannot tell. */
function keyEquals(
  row: RowInSql,
  table: TableScope,
  key: SqlTerm,
  { dialect }: SqlScope,
): SqlCondition | undefined {
  const own = keyTerm(row, table, dialect);
  if (own === undefined) return undefined;
  const { mayThrow } = key;
  const { isKeyLike } = row.table;
  if (isKeyLike !== undefined && key.form === "text")
    return { sql: sql`(${isKeyLike(row.alias, key.sql)})`, isTwoValued: false, mayThrow };
  if (own.form === "text") {
    return {
      sql: sql`(${phrase(dialect, "byCodePoints", own.sql)} = ${key.sql})`,
      isTwoValued: false,
      mayThrow,
    };
  }
  const [part] = table.key;
  const family = part === undefined ? "text" : valueFamilyOf(part.type);
  const [left, right] =
    own.form === key.form ? [own, key] : [own, key].map((one) => asCount(one, family, dialect));
  const decimal = heldDecimal(left as SqlTerm) && dialect.asDecimal?.(right as SqlTerm);
  const lookup = decimal ?? (right as SqlTerm).sql;
  const held = comparedColumn(left as SqlTerm);
  return { sql: sql`(${held} = ${lookup})`, isTwoValued: false, mayThrow };
}

/**
 * The key of a row as one value. The parts of a composite key are joined where two keys can then not be the same text:
 * at most one part is free text, and the rest are whole numbers.
 */
export function keyTerm(
  row: RowInSql,
  table: TableScope,
  dialect: Pick<SqlDialect, "phrases">,
): SqlTerm | undefined {
  const columns = table.key.map(({ index }) => row.table.columns[index]);
  const parts = columns.map((column) => column && columnTerm(row.alias, column));
  if (parts.length === 0 || parts.includes(undefined)) return undefined;
  const terms = parts as SqlTerm[];
  if (terms.length === 1) return terms[0];
  const isJoined = terms.every(({ form }) => form === "integer" || form === "text");
  if (!isJoined || terms.filter(({ form }) => form === "text").length > 1) return undefined;
  const texts = terms.map((one) =>
    one.form === "text"
      ? escaped(sql`coalesce(${one.sql}, '')`)
      : sql`coalesce(${phrase(dialect, "asText", one.sql)}, '')`,
  );
  return term("text", sql`(${joinSql(texts, " || ': ' || ")})`, { isNullable: false });
}

/** A part as the language joins it to others: a separator within it is marked by a backslash. Databases differ in what one means in a literal. */
function escaped(text: SqlFragment): SqlFragment {
  const backslashes = sql`replace(${text}, ${sqlParameter("\\ ")}, ${sqlParameter("\\\\ ")})`;
  return sql`replace(${backslashes}, ': ', ${sqlParameter(":\\ ")})`;
}

/** The rows that a search looks through, and which of them it keeps. */
interface Search {
  readonly from: SqlFragment;
  /** The rows the caller sees that satisfy the search's own condition, and `also` where that is given. */
  where(also?: SqlCondition): SqlCondition;
  /** TRUE, and a look at how long it has taken, of one that runs once. */
  readonly tick?: SqlFragment | undefined;
  /** Of a search that runs for each row, if an index finds exactly its rows: these, for an aggregate that spends their steps itself. */
  readonly unspent?: UnspentRows | undefined;
}

/** Rows whose steps are not spent yet: whatever reads them spends one for each, from the budget that `looked` names. */
export interface UnspentRows {
  readonly where: SqlCondition;
  readonly looked: LookedAt;
}

/**
 * A search where it stands: it runs once when it reads nothing outside, and once for each row otherwise, which takes an
 * index. Then every row that it comes upon is a step of the budget. Notes where there is no index. Of one that runs once
 * the time is looked at.
 */
export function searchOf(
  node: SelectNode | ExtremeRowNode,
  opened: VisibleTable,
  { seeks, condition, item }: ScanOfRow,
  scope: SqlScope,
  isOuter: (alias: string) => boolean,
): Search | undefined {
  const { row, filter } = opened;
  const parts = [...[filter, ...seeks, condition].map((one) => one.sql), item.sql];
  const isRepeated = scope.request.searches === "indexed" && parts.some((part) => readsAlias(part, isOuter));
  if (!isRepeated) {
    const where = (also = ALWAYS_TRUE) =>
      ticked(guardByFilter(filter, seeks, allOf([condition, also])), row, scope);
    return { from: opened.from, where, tick: tickOf(row, scope) };
  }
  if (opened.isFenced) return scope.stop(node, FENCED);
  const from = seekRows(node, opened, scope);
  if (from === undefined)
    return scope.stop(node, "no index finds its rows, which would be searched for every row again");
  const [seek, ...others] = seeks;
  const lookedFor = (isForFilter: boolean) => (isForFilter ? "for each row of a filter" : "for each row");
  const spent = (isForFilter: boolean, before: SqlCondition): SqlCondition => {
    const looked = lookedFor(isForFilter);
    const spending = scope.dialect.watch?.(sqlName(row.alias, row.table.slot), looked);
    return spending === undefined ? before : { ...before, sql: sql`(${spending} and ${before.sql})` };
  };
  return {
    from,
    where: (also = ALWAYS_TRUE) => {
      const conditions = allOf([condition, also]);
      if (filter === ALWAYS_TRUE) return spent(scope.isFilter, allOf([...seeks, conditions]));
      return spent(true, guardByFilter(filter, seeks, spent(scope.isFilter, conditions)));
    },
    unspent:
      filter === ALWAYS_TRUE && condition === ALWAYS_TRUE && seek !== undefined && others.length === 0
        ? { where: seek, looked: lookedFor(scope.isFilter) }
        : undefined,
  };
}

/** Why a part that overflows on some rows is not looked up in SQL. */
export const MAY_FAIL = "it fails on some rows, and SQL does not look at the same ones";

/** Why a table is not searched for each row by an index. */
const FENCED = "the security filter of the table reads other tables, and is tried before anything else";

/** A condition after a look at the time, for a search that runs once and may still meet many rows. */
function ticked(where: SqlCondition, row: RowInSql, scope: SqlScope): SqlCondition {
  if (where === ALWAYS_TRUE || where === NEVER_TRUE) return where;
  const tick = tickOf(row, scope);
  return tick === undefined ? where : { ...where, sql: sql`(${tick} and ${where.sql})` };
}

function tickOf({ alias, table }: RowInSql, { dialect, request }: SqlScope): SqlFragment | undefined {
  return request.searches === "indexed" ? dialect.watch?.(sqlName(alias, table.slot), "search") : undefined;
}

/** The condition of rows that each take time, even if none of them is left out. */
export function timedCondition({ where, tick }: TimedRows): SqlFragment {
  return where === ALWAYS_TRUE && tick !== undefined ? tick : where.sql;
}

interface TimedRows {
  readonly where: SqlCondition;
  readonly tick?: SqlFragment | undefined;
}

/** Whether rows may be found by their key: a single one is indexed, a composite one is joined again for each row. */
function mayFindByKey(
  node: Node,
  table: TableScope,
  { isFenced, row }: VisibleTable,
  scope: SqlScope,
): boolean {
  if (scope.request.searches === "any") return true;
  if (isFenced) scope.stop(node, FENCED);
  else if (table.key.length === 1) {
    if (row.table.columns[table.key[0]?.index ?? 0]?.isIndexed !== false) return true;
    scope.stop(node, "no index finds rows by their key");
  } else scope.stop(node, "no index finds rows by a composite key");
  return false;
}

/** Whether a fragment reads a column of an alias for which the test holds. */
export function readsAlias({ pieces }: SqlFragment, isOuter: (alias: string) => boolean): boolean {
  return pieces.some(
    (piece, at) =>
      typeof piece === "object" && "name" in piece && pieces[at + 1] === "." && isOuter(piece.name),
  );
}

/**
 * The rows of a table, as they follow FROM, that an index gives for an equality in the condition of a search; the
 * condition is still to be tried on them. Undefined where no index serves.
 */
function seekRows(
  { condition, slot }: SelectNode | ExtremeRowNode,
  { row, from }: VisibleTable,
  scope: SqlScope,
): SqlFragment | undefined {
  const binding = condition && findBinding(condition, slot);
  const column = binding && row.table.columns[binding.column];
  if (binding === undefined || !column?.isIndexed) return undefined;
  const { seek } = scope.dialect;
  if (seek === undefined) return from;
  const alias = scope.nextAlias();
  const own = columnTerm(alias, column);
  const value = scope.value(binding.value);
  if (own === undefined || value === undefined) return undefined;
  const sides = seek(own, value, binding.family);
  if (sides === undefined) return undefined;
  const [held, lookup] = sides;
  const rowsOf = (test: SqlFragment) => sql`select * from ${fromTable(row.table, alias)} where ${test}`;
  const equal = rowsOf(sql`${held} = ${lookup}`);
  const blank = rowsOf(sql`${held} is null and ${lookup} is null`);
  // It may follow a table that it reads.
  const matches = value.isNullable ? sql`${equal} union all ${blank}` : equal;
  return sql`lateral (${matches}) as ${sqlName(row.alias)}`;
}
