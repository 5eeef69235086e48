import {
  BEFORE,
  type ComputedKeyNode,
  type DereferenceNode,
  type ExtremeRowNode,
  type SelectNode,
  valueFamilyOf,
} from "@tablewright/core/compiler";
import { type SqlFragment, sql } from "../../fragments/sql-fragment.ts";
import { allOf } from "../conditions.ts";
import { comparable } from "../operators/comparison.ts";
import type { SqlScope } from "../sql-scope.ts";
import { storedOrder } from "../sql-table.ts";
import { heldColumn, type SqlTerm, selected } from "../sql-term.ts";
import { compileRead } from "./compile-rows.ts";
import { keyTerm, MAY_FAIL, openByKey, openTable, searchOf } from "./other-tables.ts";

/** The parts of a composite key as one text. */
export function compileComputedKey(node: ComputedKeyNode, scope: SqlScope): SqlTerm | undefined {
  const row = node.slot === BEFORE ? undefined : scope.rows.get(node.slot);
  const key = row && keyTerm(row, node.table, scope.dialect);
  return key ?? scope.stop(node, "this composite key is not joined in SQL");
}

/** A column of the row that a Ref names; blank where there is no such row. */
export function compileDereference(node: DereferenceNode, scope: SqlScope): SqlTerm | undefined {
  const ref = scope.value(node.ref);
  const opened = ref && openByKey(node, ref, scope);
  if (opened === undefined) return undefined;
  const { row, from, filter, isKey } = opened;
  const field = scope.withRow(node.slot, row).value(node.field);
  if (field === undefined) return undefined;
  const where = allOf([isKey, filter]);
  return oneOf(field, sql`${from} where ${where.sql}`, where.mayThrow);
}

/** LOOKUP, MAXROW and MINROW: a value from the first row in table order or in that of the greatest or least value. */
export function compileFirst(node: SelectNode | ExtremeRowNode, scope: SqlScope): SqlTerm | undefined {
  if ("refs" in node) return scope.stop(node, "the rows of a list have no greatest one in SQL");
  const isOuter = scope.outerAliases();
  const opened = openTable(node, node.table, scope);
  if (opened === undefined) return undefined;
  const { row } = opened;
  const inner = scope.withRow(node.slot, row);
  const read = compileRead(node, row, inner);
  const search = read && searchOf(node, opened, read, scope, isOuter);
  if (read === undefined || search === undefined) return undefined;
  const { item: field } = read;
  const place = storedOrder(row.table, row.alias);
  const { from } = search;
  if (node.op === "select") {
    const where = search.where();
    const first = (value: SqlFragment) =>
      sql`(select ${value} from ${from} where ${where.sql} order by ${place} limit 1)`;
    return selected(field, first, { range: field.range, mayThrow: where.mayThrow || field.mayThrow });
  }
  const by = inner.value(node.by);
  if (by === undefined) return undefined;
  if (by.mayThrow) return scope.stop(node.by, MAY_FAIL);
  const key = by.form === "moment" ? by.sql : comparable(by, valueFamilyOf(node.by.type), scope.dialect);
  if (key === undefined) return scope.stop(node.by, "this database does not order such values exactly");
  const direction = node.greatest ? sql`desc` : sql`asc`;
  const isHeld = { sql: sql`(${heldColumn(by)} is not null)`, isTwoValued: true, mayThrow: false };
  const where = search.where(isHeld);
  const outermost = (value: SqlFragment) =>
    sql`(select ${value} from ${from} where ${where.sql} order by ${key} ${direction}, ${place} limit 1)`;
  return selected(field, outermost, { range: field.range, mayThrow: where.mayThrow || field.mayThrow });
}

/** The term as it is on the first of the rows; NULL when there is none. */
function oneOf(field: SqlTerm, rows: SqlTerm["sql"], mayThrow: boolean): SqlTerm {
  const facts = { range: field.range, mayThrow: mayThrow || field.mayThrow };
  return selected(field, (value) => sql`(select ${value} from ${rows} limit 1)`, facts);
}
