import { isRecord } from "../../diagnostics/index.ts";
import { areNames } from "./columns.ts";
import { defineOptional } from "./define-property.ts";

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
