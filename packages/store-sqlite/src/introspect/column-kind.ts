import type { ColumnDescription, ValueKind } from "@tablewright/store-sql";

type Typed = Pick<ColumnDescription, "kind" | "length" | "precision" | "scale">;

/**
 * What a declared type of SQLite, which is any text, is meant to hold: by the names that other databases have for types, then
 * by SQLite's own rules for affinity. Undefined for a column without a type.
 */
export function columnKind(declared: string): Typed | undefined {
  const [, words = "", first, second] = TYPE.exec(declared.trim()) ?? [];
  const name = words.trim().toLowerCase();
  if (name === "") return undefined;
  const kind = kindOf(name, first);
  const isDecimal = kind === "decimal" && first !== undefined;
  return {
    kind,
    length: kind === "text" && first !== undefined ? Number(first) : undefined,
    precision: isDecimal ? Number(first) : undefined,
    scale: isDecimal ? Number(second ?? 0) : undefined,
  };
}

const TYPE = /^([^(]*)(?:\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\))?/u;

function kindOf(name: string, size: string | undefined): ValueKind {
  if (/^tinyint$/u.test(name) && size === "1") return "boolean";
  return KINDS.find(([names]) => names.test(name))?.[1] ?? "decimal"; // NUMERIC is what SQLite takes the rest for
}

/** The first that matches: names come before affinities, which look at parts of names. */
const KINDS: readonly (readonly [names: RegExp, kind: ValueKind])[] = [
  [/^(bool(ean)?|bit)$/u, "boolean"],
  [/^date$/u, "date"],
  [/^time$/u, "time"],
  [/^timestamp(tz| with time zone)$/u, "instant"],
  [/^(datetime|timestamp|smalldatetime)/u, "datetime"],
  [/^(uuid|guid|uniqueidentifier)$/u, "uuid"],
  [/^jsonb?$/u, "json"],
  [/^(any|point|geometry|interval)$/u, "other"],
  [/^(var)?binary|^bytea$|^image$/u, "binary"],
  [/int/u, "integer"],
  [/char|clob|text|^string/u, "text"],
  [/blob/u, "binary"],
  [/real|floa|doub/u, "float"],
];
