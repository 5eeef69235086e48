import { isRecord, kindInWords } from "../../diagnostics/index.ts";
import { checkFunctionList } from "./declared-functions.ts";

/** Throws a TypeError for a part of a scope that does not have the form of its member, with its path. */
export function checkScope(scope: object): void {
  for (const [name, check] of Object.entries(SCOPE)) {
    const value = (scope as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined) check(value, name, 0);
  }
}

type Check = (value: unknown, path: string, depth: number) => void;

function refuse(value: unknown, path: string, expected: string): never {
  const actual = value === undefined ? "missing" : kindInWords(value);
  throw new TypeError(`"${path}" of the scope is ${actual}, and ${expected} is expected.`);
}

function typed(type: "string" | "boolean", expected: string): Check {
  return (value, path) => {
    if (typeof value !== type) refuse(value, path, expected);
  };
}

function byName(check: Check): Check {
  return (value, path, depth) => {
    if (!isRecord(value)) refuse(value, path, "an object");
    for (const [name, one] of Object.entries(value)) check(one, `${path}.${name}`, depth);
  };
}

function members(
  expected: string,
  needed: Readonly<Record<string, Check>>,
  others: Readonly<Record<string, Check>> = {},
): Check {
  return (value, path, depth) => {
    if (!isRecord(value)) refuse(value, path, expected);
    for (const [name, check] of Object.entries(needed)) check(value[name], `${path}.${name}`, depth);
    for (const [name, check] of Object.entries(others))
      if (value[name] !== undefined) check(value[name], `${path}.${name}`, depth);
  };
}

const text = typed("string", "a text");
const texts: Check = (value, path) => {
  if (!Array.isArray(value)) refuse(value, path, "a list");
  for (const [at, one] of value.entries()) text(one, `${path}.${at}`, 0);
};
const yesNo = typed("boolean", "true or false");

/** The reader of types refuses deeper ones. */
const DEEPEST = 64;

const column: Check = (value, path, depth) => {
  if (typeof value !== "string" && depth <= DEEPEST) columnMembers(value, path, depth + 1);
};

const columns = byName(column);

const columnMembers = members(
  "a type, or an object with one,",
  { type: text },
  { table: text, itemType: text, currency: text, of: column, fields: columns, values: texts },
);

const keyNames: Check = (value, path) => {
  if (Array.isArray(value)) texts(value, path, 0);
  else if (typeof value !== "string") refuse(value, path, "a name, or a list of names,");
};

const blanks: Check = (value, path) => {
  text(value, path, 0);
  if (value !== "consistent" && value !== "legacy")
    throw new TypeError(`"${path}" of the scope is "${value}", and "consistent" or "legacy" is expected.`);
};

const SCOPE: Readonly<Record<string, Check>> = {
  columns,
  types: byName(columns),
  tables: byName(
    members('an object such as { key: "Id", columns: { Id: "Number" } }', { key: keyNames, columns }),
  ),
  slices: byName(members("an object", { table: text }, { filter: text })),
  functions: checkFunctionList,
  table: text,
  this: text,
  result: text,
  locale: text,
  blanks,
  selector: yesNo,
  strict: yesNo,
};
