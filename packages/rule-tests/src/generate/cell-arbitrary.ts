import type { ColumnDefinition } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import fc from "fast-check";

/** A cell to send, or which of the rows there are it points at: the place is counted round them. */
export type GeneratedCell = { readonly cell: JsonValue } | { readonly row: number; readonly of: string };

/** Cells for a column: mostly ones that its type takes, at and near its bounds, and now and then none or a wrong one. */
export function cellArbitrary(column: ColumnDefinition): fc.Arbitrary<GeneratedCell> {
  const { type } = column;
  const usual: fc.Arbitrary<GeneratedCell> =
    type.kind === "Ref"
      ? fc.record({ row: fc.nat(7), of: fc.constant(type.table) })
      : valueArbitrary(column).map((cell) => ({ cell }));
  const blank = fc.constant({ cell: "" });
  const wrong = fc.constantFrom("?", -1, 1e9, true).map((cell) => ({ cell }));
  return fc.oneof(
    { weight: 20, arbitrary: usual },
    { weight: 2, arbitrary: blank },
    { weight: 1, arbitrary: wrong },
  );
}

function valueArbitrary({ columnType, options, type }: ColumnDefinition): fc.Arbitrary<JsonValue> {
  const { values, minLength, maxLength, min, max, decimalDigits } = options;
  if (values !== undefined && values.length > 0) {
    const words = values.map(String);
    return type.kind === "List"
      ? fc.subarray(words).map((items): JsonValue => items)
      : fc.constantFrom(...words);
  }
  if (columnType.name === "Percent") return decimals(min ?? 0, max ?? 1, 100);
  const own = BY_TYPE[columnType.name];
  if (own !== undefined) return own;
  if (type.kind === "Number") return fc.integer({ min: ceil(min, -5), max: floor(max, 1_000) });
  if (type.kind === "Decimal" || columnType.storage === "real")
    return decimals(min ?? -5, max ?? 1_000, 10 ** Math.min(decimalDigits ?? 2, 4));
  const least = Math.min(minLength ?? 1, 40);
  return fc.string({ minLength: least, maxLength: Math.max(least, Math.min(maxLength ?? 12, 40)) });
}

const pad = (part: number) => String(part).padStart(2, "0");
const day = fc
  .integer({ min: -800, max: 400 })
  .map((days) => new Date(Date.UTC(2026, 0, 1) + days * 86_400_000).toISOString().slice(0, 10));
const time = fc.tuple(fc.nat(23), fc.nat(59)).map(([hour, minute]) => `${pad(hour)}:${pad(minute)}:00`);
const path = fc.constantFrom("Files/a.pdf", "Files/b.png");
const point = fc.tuple(fc.nat(90), fc.nat(90)).map(([a, b]) => `${a}, ${b}`);

/** Of types that say what they take by themselves. */
const BY_TYPE: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = {
  "Yes/No": fc.boolean(),
  Date: day,
  Time: time,
  DateTime: fc.tuple(day, time).map(([date, at]) => `${date}T${at}`),
  Duration: fc.integer({ min: -50, max: 200 }).map((hours) => `${hours}:30:00`),
  Email: fc.constantFrom("ann@example.com", "bo@example.com", "cy@example.com"),
  Phone: fc.nat(9_999).map((number) => `+351 ${number}`),
  Url: fc.nat(99).map((page) => `https://example.com/${page}`),
  Progress: fc.constantFrom("Empty", "Quarter", "Half", "Full"),
  Color: fc.constantFrom("Red", "Blue", "#1a2b3c"),
  LatLong: point,
  XY: point,
  Image: path,
  Thumbnail: path,
  Drawing: path,
  Signature: path,
  File: path,
  Video: path,
};

function decimals(min: number, max: number, scale: number): fc.Arbitrary<JsonValue> {
  return fc
    .integer({ min: Math.ceil(min * scale), max: Math.floor(max * scale) })
    .map((units) => units / scale);
}

const ceil = (bound: number | undefined, otherwise: number) => Math.ceil(bound ?? otherwise);
const floor = (bound: number | undefined, otherwise: number) => Math.floor(bound ?? otherwise);
