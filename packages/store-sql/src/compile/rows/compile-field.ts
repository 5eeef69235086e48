import {
  BEFORE,
  type DereferenceNode,
  type Node,
  type Type,
  valueFamilyOf,
} from "@tablewright/core/compiler";
import { sqlName } from "../../fragments/sql-fragment.ts";
import type { SqlScope } from "../sql-scope.ts";
import { type StoredForm, storedFormOf } from "../sql-table.ts";
import { type SqlTerm, term } from "../sql-term.ts";

/**
 * A field of an object in a column of ours, which keeps JSON of one form for each type: the member at the end of the path. It is
 * blank where an object on the way is. Security filters are left to the engine, which hides a row whose JSON it cannot read.
 */
export function compileField(node: DereferenceNode, scope: SqlScope): SqlTerm | undefined {
  const place = placeOf(node);
  if (place === undefined) return scope.stop(node, "the object is computed");
  const row = scope.rows.get(place.slot);
  if (place.slot === BEFORE || row === undefined) return scope.stop(node, "its row is not in view");
  const column = row.table.columns[place.index];
  if (column?.isOurJson !== true)
    return scope.stop(node, "the form of the objects in its column is not known");
  if (scope.isFilter) return scope.stop(node, "a row whose objects cannot be read is hidden by the engine");
  // Text functions take any JSON and points as texts, so the type that decides is the declared one and not that of the node.
  if (place.type?.kind === "Json")
    return scope.stop(node, "the engine reads any JSON within an object as its text");
  const form = storedFormOf(node.type);
  const sqlForm = FORMS[form];
  const isPoint = valueFamilyOf(place.type ?? node.type) === "point";
  if (sqlForm === undefined || node.type.kind === "Any" || isPoint)
    return scope.stop(node, "such a field of an object is no value in SQL");
  const isIndexed = (column.indexedFields ?? []).some((one) => isSamePath(one.path, place.path));
  const member = scope.dialect.jsonMember?.(sqlName(row.alias, column.name), place.path, form, isIndexed);
  if (member === undefined) return scope.stop(node, "this database does not read such a field of an object");
  return term(sqlForm, member, { isSimple: true, isFoldIndexed: isIndexed && sqlForm === "text" });
}

function isSamePath(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, at) => name === other[at]);
}

interface Place {
  readonly slot: number;
  readonly index: number;
  /** The names of the members on the way from the column. */
  readonly path: readonly string[];
  /** The type that the field is declared with. */
  readonly type?: Type | undefined;
}

/** Where a field lies, by the column that has the outermost object; undefined for a field of an object that is computed. */
function placeOf(node: Node): Place | undefined {
  if (node.op === "column") return { slot: node.slot, index: node.index, path: [] };
  if (node.op !== "dereference" || node.table.items !== "objects") return undefined;
  const { ref, field, slot } = node;
  const around = placeOf(ref);
  const inner = placeOf(field);
  if (around === undefined || inner?.slot !== slot) return undefined;
  const column = node.table.columns.find((one) => !one.isVirtual && one.index === inner.index);
  if (column === undefined) return undefined;
  return { ...around, path: [...around.path, column.name, ...inner.path], type: inner.type ?? column.type };
}

/** Durations are texts of hours, minutes and seconds in JSON. */
const FORMS: Readonly<Partial<Record<StoredForm, SqlTerm["form"]>>> = {
  text: "text",
  integer: "integer",
  real: "canonical",
  boolean: "boolean",
  date: "moment",
  time: "moment",
  datetime: "moment",
};

/** The path of members in JSON, as SQLite, MariaDB and MySQL write it; undefined where a name would need an escape. */
export function jsonPath(names: readonly string[]): string | undefined {
  return names.every((name) => PLAIN.test(name))
    ? `$${names.map((name) => `."${name}"`).join("")}`
    : undefined;
}

const PLAIN = /^[^"\\\p{Cc}]+$/u;
