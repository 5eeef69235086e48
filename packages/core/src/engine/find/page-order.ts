import {
  type CheckedExpression,
  check,
  type ExpressionScope,
  memo,
  valueFamilyOf,
} from "../../expression/parts.ts";
import type { AppDefinition, TableDefinition } from "../../schema/index.ts";
import type { SortKey } from "../../storage/index.ts";
import {
  compareValues,
  type Value,
  writeIsoDate,
  writeIsoDateTime,
  writeIsoTime,
} from "../../values/index.ts";
import type { Call, PageEnd } from "../calls/call.ts";

/** The order of a Find that is read in parts: its own, and between rows that are equal in it that of their keys. */
export function pageOrder(
  app: AppDefinition,
  table: TableDefinition,
  order: readonly SortKey[],
): readonly SortKey[] {
  return [...order, ...keyOrderIn(app)(table)];
}

const keyOrderIn = memo((app: AppDefinition) =>
  memo((table: TableDefinition): readonly SortKey[] =>
    table.key.map(({ name }) => {
      const { output } = check(`[${name}]`, rowScope(app, table));
      if (output === undefined) throw new Error(`The key column "${name}" cannot be sorted by.`);
      return { expression: output, descending: false };
    }),
  ),
);

/** Compares places by their sort values, those of the key among them, as the language compares: 0 of keys that differ in case. */
export function comparePlaces(order: readonly SortKey[]): (one: PageEnd, other: PageEnd) => number {
  const families = order.map(({ expression }) => valueFamilyOf(expression.type));
  const directions = order.map(({ descending }) => (descending ? -1 : 1));
  return (one, other) => {
    for (const [at, family] of families.entries()) {
      const [left, right] = [one.order?.[at] ?? null, other.order?.[at] ?? null];
      const difference = compareValues(left, right, family);
      if (difference !== 0) return difference * (directions[at] as number);
    }
    return 0;
  };
}

/** Keys exactly, case included: what distinguishes rows whose keys the language takes for equal. */
export function compareExactly(one: PageEnd, other: PageEnd): number {
  for (const [at, left] of one.key.entries()) {
    const [a, b] = [exact(left), exact(other.key[at] ?? null)];
    if (a !== b) return a < b ? -1 : 1;
  }
  return 0;
}

function exact(value: Value): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What an expression about a row of the table can name; one a table, because what was checked against it is remembered with it. */
function rowScope(app: AppDefinition, table: TableDefinition): ExpressionScope {
  return rowScopeIn(app)(table);
}

const rowScopeIn = memo(({ scope }: AppDefinition) =>
  memo((table: TableDefinition): ExpressionScope => ({ ...scope, row: table.scope })),
);

/** Conditions that every row of the part satisfies, so that a database begins to read where the part begins. */
export interface PartStart {
  readonly conditions: readonly CheckedExpression[];
  /** Whether they leave the rows of the part as they are, and those in the place of the last row before it. */
  readonly isExact: boolean;
}

/**
 * Where a part begins, as far as its order is that of columns: the first column is not before the last row's, which an index
 * answers, and all columns together are not.
 */
export function seekConditions(call: Call, order: readonly SortKey[]): PartStart {
  const values = call.answer.page?.after?.order;
  if (values === undefined || order.length > MOST_COLUMNS) return NOWHERE;
  const places = order.map((key, at) => placeIn(call, key, values[at] ?? null));
  const [first] = places;
  if (first === undefined) return NOWHERE;
  const isExact = places.every((place) => place !== undefined);
  const sources = [first.notBefore];
  if (isExact && places.length > 1) sources.push(places.reduceRight(beside, undefined)?.notBefore);
  const conditions = sources.flatMap((source) => (source === undefined ? [] : (checked(call, source) ?? [])));
  return { conditions, isExact: isExact && conditions.length === sources.filter(Boolean).length };
}

const NOWHERE: PartStart = { conditions: [], isExact: false };

/** More are seldom, and each nests the condition deeper. */
const MOST_COLUMNS = 8;

/** How a row compares with the last one by one column, as conditions; undefined where each row does, or none. */
interface Place {
  readonly after: string | undefined;
  readonly same: string;
  readonly notBefore: string | undefined;
}

/** By a column, and between rows that are equal in it by those after it. */
function beside(rest: Place | undefined, place: Place | undefined): Place | undefined {
  if (rest === undefined || place === undefined) return place;
  const { after, same } = place;
  const equal = rest.notBefore === undefined ? same : `AND(${same}, ${rest.notBefore})`;
  return { ...place, notBefore: after === undefined ? equal : `OR(${after}, ${equal})` };
}

/** Blanks are first, and last where the order is descending. Undefined for what is no column, or has no literal. */
function placeIn({ table }: Call, { expression, descending }: SortKey, value: Value): Place | undefined {
  const { root } = expression;
  if (root.op !== "column" || root.slot !== 0) return undefined;
  const column = table.storedColumns.find(({ name }) => name === root.name);
  if (column === undefined) return undefined;
  const name = `[${column.name}]`;
  const isBlank = `ISBLANK(${name})`;
  if (value === null)
    return descending
      ? { after: undefined, same: isBlank, notBefore: isBlank }
      : { after: `NOT(${isBlank})`, same: isBlank, notBefore: undefined };
  const literal = literalOf(value, column.type.kind === "Ref" ? column.type.key.kind : column.type.kind);
  if (literal === undefined) return undefined;
  const same = `${name} = ${literal}`;
  if (!descending) return { after: `${name} > ${literal}`, same, notBefore: `${name} >= ${literal}` };
  return {
    after: `OR(${name} < ${literal}, ${isBlank})`,
    same,
    notBefore: `OR(${name} <= ${literal}, ${isBlank})`,
  };
}

function checked({ app, table }: Call, source: string): CheckedExpression | undefined {
  return check(source, rowScope(app, table), { kind: "Yes/No" }).output;
}

/** Undefined for what is not worth a condition. */
function literalOf(value: Value, kind: string): string | undefined {
  if (typeof value === "number") {
    if (kind === "Date") return `"${writeIsoDate(value)}"`;
    if (kind === "DateTime") return `"${writeIsoDateTime(value)}"`;
    if (kind === "Time") return `"${writeIsoTime(value)}"`;
    return /^(?:Number|Decimal|Price|Percent)$/.test(kind) && !String(value).includes("e")
      ? String(value)
      : undefined;
  }
  return typeof value === "string" && !/Lat|XY|Yes/.test(kind)
    ? `"${value.replaceAll('"', '""')}"`
    : undefined;
}
