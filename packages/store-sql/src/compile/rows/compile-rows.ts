import {
  BEFORE,
  type DereferenceNode,
  isCallOf,
  type ListDereferenceNode,
  type Node,
  type RowSlot,
  rewrite,
  type SelectNode,
  valueFamilyOf,
} from "@tablewright/core/compiler";
import { type SqlFragment, sql, sqlName } from "../../fragments/sql-fragment.ts";
import { ALWAYS_TRUE, allOf, guardByFilter } from "../conditions.ts";
import type { RowInSql, SqlScope } from "../sql-scope.ts";
import { storedOrder } from "../sql-table.ts";
import { heldColumn, type SqlCondition, type SqlTerm, term } from "../sql-term.ts";
import { isSeek } from "./is-seek.ts";
import {
  MAY_FAIL,
  openByKey,
  openTable,
  readsAlias,
  type ScanOfRow,
  searchOf,
  timedCondition,
  type UnspentRows,
} from "./other-tables.ts";

/** A list of the language as rows: the items are a term read on each. */
export interface SqlRows {
  /** What follows FROM. */
  readonly from: SqlFragment;
  readonly where: SqlCondition;
  /** `where`, and a condition that is tried on no other rows. */
  whereAlso(condition: SqlCondition): SqlCondition;
  /** Those parts of `where` that an index serves. */
  readonly seeks: readonly SqlCondition[];
  readonly item: SqlTerm;
  /** Whether an index may answer which items there are. */
  readonly isItemIndexed?: boolean;
  /** Of the row that the item is read on. */
  readonly filter: SqlCondition;
  /** Sorts the rows as the items stand in the list. */
  readonly order: SqlFragment;
  /** Whether equal items count once, the first of them. */
  readonly isDistinct: boolean;
  /** The row in view, where each item is the key of a row of the source itself. */
  readonly keyed?: RowInSql;
  /** TRUE, and a look at how long it takes to read them, where that is done once for a statement. */
  readonly tick?: SqlFragment | undefined;
  /** The same rows for an aggregate that spends their steps itself. */
  readonly unspent?: UnspentRows | undefined;
}

/** A list as rows; undefined where that cannot be, which the scope has noted. */
export function compileRows(node: Node, outer: SqlScope): SqlRows | undefined {
  const scope = outer.inside(2);
  if (scope === undefined) return outer.stop(node, "it is nested too deeply");
  switch (node.op) {
    case "select":
      return selectedRows(node, scope);
    case "list-dereference":
      return dereferencedRows(node, scope);
    case "dereference":
      return rowsOfRef(node, scope);
    case "formula": {
      const row = scope.rows.get(node.slot);
      return row
        ? compileRows(rewrite(node.formula).root, scope.about(row))
        : scope.stop(node, "its row is not in view");
    }
    case "column":
      return itemRows(node, scope);
    case "call": {
      const [list] = node.arguments;
      if (!isCallOf(node, "UNIQUE") || list === undefined || !("op" in list)) break;
      const rows = compileRows(list, scope);
      return rows && { ...rows, isDistinct: true };
    }
  }
  return scope.stop(node, "such a list is not read in SQL");
}

function selectedRows(node: SelectNode, scope: SqlScope): SqlRows | undefined {
  const isOuter = scope.outerAliases();
  const opened = openTable(node, node.table, scope);
  if (opened === undefined) return undefined;
  const { row } = opened;
  const read = compileRead(node, row, scope.withRow(node.slot, row));
  const search = read && searchOf(node, opened, read, scope, isOuter);
  if (read === undefined || search === undefined) return undefined;
  const { from, where, tick, unspent } = search;
  const order = storedOrder(row.table, row.alias);
  const { item, seeks } = read;
  const { filter } = opened;
  const rows = {
    from,
    where: where(),
    whereAlso: where,
    seeks,
    item,
    filter,
    order,
    isDistinct: node.distinct,
    isItemIndexed: isIndexed(node.field, row),
    tick,
    unspent,
  };
  return isOwnKey(node) ? { ...rows, keyed: row } : rows;
}

function isIndexed(field: Node, { table }: RowInSql): boolean {
  return field.op === "column" && table.columns[field.index]?.isIndexed === true;
}

function isOwnKey({ field, slot, table }: SelectNode | ListDereferenceNode): boolean {
  if (!("slot" in field) || field.slot !== slot) return false;
  if (field.op === "computed-key") return true;
  return field.op === "column" && table.key.length === 1 && table.key[0]?.index === field.index;
}

/** The rows that a list of Refs names: the same rows where the list is of their own keys, else those joined to it. */
function dereferencedRows(node: ListDereferenceNode, scope: SqlScope): SqlRows | undefined {
  const refs = compileRows(node.refs, scope);
  if (refs === undefined) return undefined;
  if (refs.isDistinct) return scope.stop(node, "a list of distinct Refs is not read in SQL");
  const { keyed, ...others } = refs;
  if (keyed !== undefined) return sameRows(node, others, keyed, scope);
  const opened = openByKey(node, itemAfterFilter(refs), scope);
  if (opened === undefined) return undefined;
  const { row, from, filter, isKey } = opened;
  const read = compileRead(node, row, scope.withRow(node.slot, row));
  if (read === undefined) return undefined;
  const { item, condition, seeks } = read;
  const match = (also: SqlCondition) => guardByFilter(filter, seeks, allOf([condition, also]));
  const where = (also: SqlCondition): SqlCondition => {
    const condition = refs.whereAlso(match(also));
    const test = timedCondition({ where: condition, tick: refs.tick });
    return { ...condition, sql: sql`(${test} and ${isKey.sql})`, isTwoValued: false };
  };
  return {
    // Left to itself, SQLite might look through the other table first, and make an index of this one at a stretch for that.
    from: sql`${refs.from} cross join ${from}`,
    where: where(ALWAYS_TRUE),
    whereAlso: where,
    seeks: refs.seeks,
    item,
    filter,
    order: refs.order,
    isDistinct: node.distinct,
  };
}

/** The rows whose own keys the list is; one with a blank key is named by no Ref. */
function sameRows(
  node: ListDereferenceNode,
  refs: SqlRows,
  row: RowInSql,
  scope: SqlScope,
): SqlRows | undefined {
  const read = compileRead(node, row, scope.withRow(node.slot, row));
  if (read === undefined) return undefined;
  const { item, seeks } = read;
  const isNamed = { sql: sql`(${heldColumn(refs.item)} is not null)`, isTwoValued: true, mayThrow: false };
  const condition = allOf([...(refs.item.isNullable ? [isNamed] : []), ...seeks, read.condition]);
  const match = (also: SqlCondition) => allOf([condition, also]);
  const rows = {
    ...refs,
    where: refs.whereAlso(condition),
    whereAlso: (also: SqlCondition) => refs.whereAlso(match(also)),
    unspent: undefined,
    item,
    isItemIndexed: isIndexed(node.field, row),
    isDistinct: node.distinct,
  };
  return isOwnKey(node) ? { ...rows, keyed: row } : rows;
}

/** A join may compute what it compares before it tries the conditions on a row. */
function itemAfterFilter({ item, filter }: SqlRows): SqlTerm {
  if (filter === ALWAYS_TRUE || item.isSimple) return item;
  return { ...item, sql: sql`case when ${filter.sql} then ${item.sql} end`, isNullable: true };
}

/** A list read on the row that a Ref names; no items where there is no such row. */
function rowsOfRef(node: DereferenceNode, scope: SqlScope): SqlRows | undefined {
  const ref = scope.value(node.ref);
  const opened = ref && openByKey(node, ref, scope);
  if (opened === undefined) return undefined;
  const { row, from, filter, isKey } = opened;
  const rows = compileRows(node.field, scope.withRow(node.slot, row));
  if (rows === undefined) return undefined;
  const where = (also: SqlCondition) =>
    filter === ALWAYS_TRUE
      ? allOf([isKey, rows.whereAlso(also)])
      : allOf([isKey, guardByFilter(filter, rows.seeks, rows.whereAlso(also))]);
  return {
    ...rows,
    from: sql`${from} cross join ${rows.from}`,
    where: where(ALWAYS_TRUE),
    whereAlso: where,
    unspent: undefined,
    seeks: [],
  };
}

/**
 * The condition and the value of a scan on its row. SQL may look at fewer rows than the evaluator, or at more, so neither
 * may be able to fail.
 */
export function compileRead(
  node: { readonly slot: RowSlot; readonly condition: Node | undefined; readonly field: Node },
  row: RowInSql,
  inner: SqlScope,
): ScanOfRow | undefined {
  const item = inner.value(node.field);
  if (item === undefined) return undefined;
  const parts = partsOf(node.condition);
  const scope = inner.inside(1 + Math.ceil(parts.length / 8));
  if (scope === undefined) return inner.stop(node.condition ?? node.field, "it is nested too deeply");
  const seeks: SqlCondition[] = [];
  const others: SqlCondition[] = [];
  for (const part of parts) {
    const condition = scope.condition(part);
    if (condition === undefined) return undefined;
    if (condition.mayThrow) return inner.stop(part, MAY_FAIL);
    if (isSeek(part, node.slot, row, inner)) seeks.push(condition);
    else others.push(condition);
  }
  if (item.mayThrow) return inner.stop(node.field, MAY_FAIL);
  return { seeks, condition: allOf(others), item: readOn(row, item) };
}

/**
 * The value of a scan as one that reads its row. An aggregate of a value that reads only outer rows is, by the SQL standard, one of
 * an outer query, where databases refuse it.
 */
function readOn({ alias, table }: RowInSql, item: SqlTerm): SqlTerm {
  const { sql: value, form, isNullable, mayThrow, range } = item;
  const readsOnlyOuter =
    readsAlias(value, (one) => one !== alias) && !readsAlias(value, (one) => one === alias);
  if (!readsOnlyOuter) return item;
  const own = sqlName(alias, table.slot);
  const always = sql`${own} is null or ${own} is not null`;
  return term(form, sql`case when (${always}) then ${value} end`, { isNullable, mayThrow, range });
}

/** What must all be TRUE for a condition to be. */
function partsOf(condition: Node | undefined): readonly Node[] {
  if (condition === undefined) return [];
  return condition.op === "and" ? condition.conditions : [condition];
}

/** The items of a stored list. */
function itemRows(node: Extract<Node, { op: "column" }>, scope: SqlScope): SqlRows | undefined {
  const row = node.slot === BEFORE ? undefined : scope.rows.get(node.slot);
  const column = row?.table.columns[node.index];
  const { itemsOf } = scope.dialect;
  const isRead = column?.form === "json" && !column.isOpaque;
  if (row === undefined || !isRead || itemsOf === undefined || node.type.kind !== "List")
    return scope.stop(node, "such a list is not read in SQL");
  const form = ITEM_FORMS[valueFamilyOf(node.type.item)];
  const isWhole = node.type.item.kind === "Number";
  if (form === undefined || (form === "integer" && !isWhole))
    return scope.stop(node, "items of this type are not read from a stored list in SQL");
  const alias = scope.nextAlias();
  return {
    from: sql`${itemsOf(sqlName(row.alias, column.name))} as ${sqlName(alias)}`,
    where: ALWAYS_TRUE,
    whereAlso: (condition) => condition,
    seeks: [],
    filter: ALWAYS_TRUE,
    item: term(form, sqlName(alias, "value"), { isSimple: true }),
    order: sqlName(alias, "key"),
    isDistinct: false,
  };
}

const ITEM_FORMS: Readonly<Record<string, SqlTerm["form"]>> = {
  text: "text",
  point: "text",
  number: "integer",
  date: "count",
  time: "count",
  datetime: "count",
  duration: "count",
};
