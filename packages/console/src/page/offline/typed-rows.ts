import type { JsonValue, Scope } from "@tablewright/core/expression";
import type { PlaygroundState } from "./address.ts";

/** What a typed column can hold. */
export const TYPES = [
  "Text",
  "Number",
  "Decimal",
  "Price",
  "Percent",
  "Yes/No",
  "Date",
  "Time",
  "DateTime",
  "Duration",
  "EnumList",
] as const;

const NUMBERS: readonly string[] = ["Number", "Decimal", "Price", "Percent"];

type Typed = Pick<PlaygroundState, "table" | "columns" | "rows">;

/** What expressions over typed rows may name: the columns that have a name. */
export function scopeOfTyped({ table, columns }: Omit<Typed, "rows">): Scope {
  const named = columns.filter(({ name }) => name !== "");
  const types = named.map(({ name, type }) => [name, TYPES.find((one) => one === type) ?? "Text"] as const);
  return {
    tables: { [table]: { key: named[0]?.name ?? "", columns: Object.fromEntries(types) } },
    table,
  };
}

/** The rows with a value for each named column. */
export function valuesOfTyped({
  columns,
  rows,
}: Omit<Typed, "table">): readonly Readonly<Record<string, JsonValue>>[] {
  return rows.map((cells) =>
    Object.fromEntries(
      columns.flatMap(({ name, type }, at) =>
        name === "" ? [] : [[name, typedValue(cells[at] ?? "", type)]],
      ),
    ),
  );
}

/** A text that does not have the form of its type stays as it is, and an expression that reads it says so. */
function typedValue(typed: string, type: string): JsonValue {
  const text = typed.trim();
  if (type === "EnumList") return text === "" ? [] : text.split(/\s*,\s*/u);
  if (text === "") return null;
  if (NUMBERS.includes(type)) return numberIn(text) ?? text;
  if (type === "Yes/No")
    return /^(?:true|yes|y)$/iu.test(text) || (/^(?:false|no|n)$/iu.test(text) ? false : text);
  return type === "Text" ? typed : text;
}

function numberIn(text: string): number | undefined {
  const isPercent = text.endsWith("%");
  const number = Number(isPercent ? text.slice(0, -1) : text);
  if (!Number.isFinite(number)) return undefined;
  return isPercent ? number / 100 : number;
}
