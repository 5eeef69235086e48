import type { SqlValue } from "@tablewright/store-sql";

/** Values of one column as a parameter that is a whole array of it; `type` names what the array holds. */
export function arrayParameter(values: readonly SqlValue[], type: string): ArrayParameter {
  return type === "text" ? binaryTexts(values as readonly (string | null)[]) : literal(values);
}

/** Bytes are taken as PostgreSQL's binary form, texts as the one that it writes. */
export type ArrayParameter = Uint8Array | string;

/** Texts, which may be long and full of quotes, are neither escaped here nor parsed there. */
function binaryTexts(values: readonly (string | null)[]): Uint8Array {
  const bytes = values.reduce((sum, value) => sum + LENGTH + byteLength(value), HEADER);
  const array = Buffer.allocUnsafe(bytes);
  const header = [1, 1, TEXT_TYPE, values.length, 1]; // one dimension, with nulls, of texts, so many, from 1 on
  let end = 0;
  for (const part of header) end = array.writeInt32BE(part, end);
  for (const value of values) {
    const start = end + LENGTH;
    const length = value === null ? 0 : array.write(value, start);
    array.writeInt32BE(value === null ? -1 : length, end);
    end = start + length;
  }
  return array;
}

function byteLength(value: string | null): number {
  return value === null ? 0 : Buffer.byteLength(value);
}

function literal(values: readonly SqlValue[]): string {
  let items = "";
  for (const value of values) {
    if (items !== "") items += ",";
    if (value === null) items += "NULL";
    else if (typeof value === "number") items += value;
    else items += `"${value.replace(/["\\]/gu, "\\$&")}"`;
  }
  return `{${items}}`;
}

/** Bytes of the header, and of the length before each item. */
const HEADER = 20;
const LENGTH = 4;

/** The number of the type `text` in every PostgreSQL. */
const TEXT_TYPE = 25;
