import type { SqlValue } from "@tablewright/store-sql";

/** Values of one column as a parameter that is a whole array of it; `type` names what the array holds. */
export function arrayParameter(values: readonly SqlValue[], type: string): ArrayParameter {
  if (type === "text") return binaryTexts(values as readonly (string | null)[]);
  return type === "bigint" && values.every(isWhole) ? binaryIntegers(values) : literal(values);
}

/** Bytes are taken as PostgreSQL's binary form, texts as the one that it writes. */
export type ArrayParameter = Uint8Array | string;

/** Texts, which may be long and full of quotes, are neither escaped here nor parsed there. */
function binaryTexts(values: readonly (string | null)[]): Uint8Array {
  const bytes = values.reduce((sum, value) => sum + LENGTH + byteLength(value), HEADER);
  const array = arrayOf(TEXT_TYPE, values.length, bytes);
  let end = HEADER;
  for (const value of values) {
    const start = end + LENGTH;
    const length = value === null ? 0 : array.write(value, start);
    array.writeInt32BE(value === null ? -1 : length, end);
    end = start + length;
  }
  return array;
}

function isWhole(value: SqlValue): value is number | null {
  return value === null || Number.isSafeInteger(value);
}

/** Digits would be written here and read there. */
function binaryIntegers(values: readonly (number | null)[]): Uint8Array {
  const array = arrayOf(BIGINT_TYPE, values.length, HEADER + values.length * (LENGTH + INTEGER));
  let end = HEADER;
  for (const value of values) {
    end = array.writeInt32BE(value === null ? -1 : INTEGER, end);
    if (value === null) continue;
    end = array.writeInt32BE(Math.floor(value / 2 ** 32), end);
    end = array.writeUInt32BE(value >>> 0, end);
  }
  return array.subarray(0, end);
}

/** So many bytes that begin with the header of an array of a type: one dimension, with nulls, so many items, from 1 on. */
function arrayOf(type: number, items: number, bytes: number): Buffer {
  const array = Buffer.allocUnsafe(bytes);
  let end = 0;
  for (const part of [1, 1, type, items, 1]) end = array.writeInt32BE(part, end);
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
/** Bytes of a whole number. */
const INTEGER = 8;

/** The numbers of the types `bigint` and `text` in every PostgreSQL. */
const BIGINT_TYPE = 20;
const TEXT_TYPE = 25;
