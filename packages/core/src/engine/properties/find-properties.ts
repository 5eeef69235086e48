import { isRecord } from "../../diagnostics/index.ts";
import { type PastMoment, readMoment } from "../engine-tables/change-cursor.ts";
import { defineFlag, defineOptional, defineProperty, unreadableProperty } from "./define-property.ts";

/** The expression that names the rows of a Find, undefined where none does or it is blank. */
export const selector = defineProperty({
  name: "Selector",
  summary: "an expression that names the rows of a Find",
  leftOut: "`Rows`, or all rows",
  schema: { type: "string" },
  readWith: "Find",
  read: (value) => {
    const sent = value ?? "";
    if (typeof sent === "string") return { output: sent.trim() === "" ? undefined : sent, diagnostics: [] };
    return { output: undefined, diagnostics: [unreadableProperty("Selector", sent, "an expression")] };
  },
});

/** When the rows were as a Find reads them; undefined for now. */
export const asOf = defineOptional({
  name: "AsOf",
  summary:
    "rows as they were at a time such as `2026-03-14T15:09:26Z`, or after the change of a cursor ([history](history.md))",
  leftOut: "as they are now",
  schema: { type: ["string", "number"] },
  readWith: "Find",
  expected: "a time with its offset such as 2026-03-14T15:09:26Z, or the cursor of a change",
  readSent: (value): PastMoment | undefined =>
    typeof value === "string" || typeof value === "number" ? readMoment(String(value)) : undefined,
});

/** At most so many rows of a Find; undefined where all are asked for. */
export const limit = defineOptional({
  name: "Limit",
  summary: "the most rows that a Find answers; if rows are left, the answer has an `After`",
  leftOut: "all rows",
  schema: { type: ["number", "string"], minimum: 0 },
  readWith: "Find",
  expected: "a whole number from 0 on",
  readSent: (value) => {
    const limit = typeof value === "string" && /^\s*\d{1,16}\s*$/.test(value) ? Number(value) : value;
    return typeof limit === "number" && Number.isSafeInteger(limit) && limit >= 0 ? limit : undefined;
  },
});

/** The end of the part that was read before: what an answer gave as `After`. */
export const after = defineOptional({
  name: "After",
  summary: "the `After` of the previous answer: a Find continues there",
  leftOut: "from the first row",
  schema: { type: "string" },
  readWith: "Find",
  expected: "what an answer gave as After",
  readSent: (value) => (typeof value === "string" ? value : undefined),
});

/** The names of the columns that a Find answers with; undefined for all. */
export const columns = defineOptional({
  name: "Columns",
  summary: "a list of the columns that a Find computes and answers",
  leftOut: "all columns",
  schema: { type: "array", items: { type: "string" } },
  readWith: "Find",
  expected: "a list of names of columns",
  readSent: (value) => {
    const names: readonly unknown[] = Array.isArray(value) ? value : [value];
    return areNames(names) ? names : undefined;
  },
});

/** Whether these are names of columns, and some. */
function areNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === "string");
}

/** Whether a Find also answers how many rows there are in all. */
export const countProperty = defineFlag({
  name: "Count",
  summary: "`true`: a Find also answers the number of all matching rows",
  leftOut: "they are not counted",
  readWith: "Find",
});

/** Rows that a Find answers besides its own, as they are asked for. */
export interface SentExpansion {
  /** Names of columns of Refs, one after the other, with points between them. */
  readonly path: string;
  /** What is answered of each row; undefined for all columns. */
  readonly columns: readonly string[] | undefined;
  /** Infinity where there is none. */
  readonly limit: number;
}

/** The rows that Refs of found rows point at; undefined for none. */
export const expand = defineOptional({
  name: "Expand",
  summary:
    "a list of columns of Refs, such as `Related Lines.Product`: a Find adds their rows as `_Expanded`",
  leftOut: "the keys only",
  schema: { type: "array", items: { type: ["string", "object"] } },
  readWith: "Find",
  expected:
    'a list of columns such as "Order Lines.Product", or of objects with "Path", "Columns" and "Limit"',
  readSent: (value) => {
    const sent: readonly unknown[] = Array.isArray(value) ? value : [value];
    const paths = sent.map(readOne);
    return paths.every((one) => one !== undefined) ? paths : undefined;
  },
});

function readOne(value: unknown): SentExpansion | undefined {
  if (typeof value === "string") return { path: value, columns: undefined, limit: Number.POSITIVE_INFINITY };
  if (!isRecord(value) || Object.keys(value).some((name) => !MEMBERS.has(name))) return undefined;
  const { Path: path, Columns: columns, Limit: limit = Number.POSITIVE_INFINITY } = value;
  const isPath = typeof path === "string";
  const isLimit = typeof limit === "number" && limit >= 0 && Math.trunc(limit) === limit;
  if (!isPath || !isLimit || !(columns === undefined || areNames(columns))) return undefined;
  return { path, columns, limit };
}

const MEMBERS: ReadonlySet<string> = new Set(["Path", "Columns", "Limit"]);
