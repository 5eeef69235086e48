import { quoteName } from "@tablewright/store-sql";
import type { PostgresFunction } from "../expression-dialect.ts";
import {
  foldBeyondAsciiBody,
  lowerBeyondAsciiBody,
  lowerBody,
  upperBeyondAsciiBody,
  upperBody,
} from "./case-functions.ts";
import {
  canonicalBody,
  decimalBody,
  doubleBody,
  nearestBody,
  numberTextBody,
  productBody,
  quotientBody,
  remainderBody,
  roundBody,
  sumBody,
} from "./number-functions.ts";

/**
 * The names of our functions in a schema. What folds texts bears the version of Unicode by which this process does, so
 * that processes of several versions may share a database and no index holds folds of another version.
 */
export function functionNames(unicode: string): FunctionNames {
  const names = Object.keys(SIGNATURES) as SchemaFunctionName[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      `tw_${name.toLowerCase()}_${ofUnicode.has(name) ? `${VERSION}_${unicode.replaceAll(".", "_")}` : VERSION}`,
    ]),
  ) as unknown as FunctionNames;
}

/** What conditions call, and what that calls in its turn. */
export type SchemaFunctionName =
  | PostgresFunction
  | "foldBeyondAscii"
  | "lowerBeyondAscii"
  | "upperBeyondAscii";

type FunctionNames = Readonly<Record<SchemaFunctionName, string>>;

/** The statement that makes a function; texts are long, so they are built only for functions that are missing. */
export function createFunction(name: SchemaFunctionName, names: FunctionNames, schema: string): string {
  const { parameters, result, language, body, isSafe, isInlined } = SIGNATURES[name];
  const fullName = (one: SchemaFunctionName) => `${quoteName(schema)}.${quoteName(names[one])}`;
  return (
    `create function ${quoteName(names[name])} (${parameters}) returns ${result} language ${language} immutable ` +
    `${isInlined ? "" : "strict "}parallel ${isSafe ? "safe" : "restricted"} as $body$${body(fullName)}$body$`
  );
}

/** Grows with every change of a body, as a function that is there already is never changed. */
const VERSION = "3";

const ofUnicode: ReadonlySet<SchemaFunctionName> = new Set([
  "fold",
  "foldBeyondAscii",
  "lower",
  "lowerBeyondAscii",
  "upper",
  "upperBeyondAscii",
]);

interface Signature {
  readonly parameters: string;
  readonly result: string;
  readonly language: "sql" | "plpgsql";
  readonly isSafe: boolean;
  /** PostgreSQL puts only functions into a statement that need not be called with NULL to answer NULL. */
  readonly isInlined?: true;
  readonly body: (fullName: (name: SchemaFunctionName) => string) => string;
}

const onTexts = { parameters: "text", result: "text", language: "sql", isSafe: true } as const;
const onDouble = { parameters: "x double precision", language: "plpgsql", isSafe: true } as const;
const onDoubles = {
  parameters: "x double precision, y double precision",
  result: "double precision",
  language: "plpgsql",
  isSafe: false,
} as const;

const SIGNATURES: Readonly<Record<SchemaFunctionName, Signature>> = {
  foldBeyondAscii: { ...onTexts, language: "plpgsql", body: foldBeyondAsciiBody },
  fold: { ...onTexts, isInlined: true, body: (name) => lowerBody(name("foldBeyondAscii")) },
  lowerBeyondAscii: { ...onTexts, language: "plpgsql", body: lowerBeyondAsciiBody },
  lower: { ...onTexts, isInlined: true, body: (name) => lowerBody(name("lowerBeyondAscii")) },
  upperBeyondAscii: { ...onTexts, language: "plpgsql", body: upperBeyondAsciiBody },
  upper: { ...onTexts, isInlined: true, body: (name) => upperBody(name("upperBeyondAscii")) },
  substitute: {
    ...onTexts,
    parameters: "text, text, text, most bigint",
    language: "plpgsql",
    body: (name) => substituteBody(name("tooLong")),
  },
  tooLong: { ...onTexts, parameters: "length bigint", language: "plpgsql", body: () => tooLongBody },
  canonical: { ...onDouble, result: "double precision", body: () => canonicalBody },
  round: {
    ...onDouble,
    parameters: "x double precision, places bigint",
    result: "double precision",
    body: (name) => roundBody(name("canonical")),
  },
  numberText: { ...onDouble, result: "text", body: (name) => numberTextBody(name("canonical")) },
  decimal: { ...onDouble, result: "numeric", body: (name) => decimalBody(name("canonical")) },
  double: {
    ...onDouble,
    parameters: "x numeric",
    result: "double precision",
    body: () => doubleBody,
  },
  nearest: {
    ...onDouble,
    parameters: "numeric",
    result: "double precision",
    language: "sql",
    body: () => nearestBody,
  },
  plus: { ...onDoubles, isSafe: true, body: (name) => sumBody("+", name("decimal"), name("double")) },
  minus: { ...onDoubles, isSafe: true, body: (name) => sumBody("-", name("decimal"), name("double")) },
  times: { ...onDoubles, body: (name) => productBody(name("canonical"), name("decimal"), name("double")) },
  remainder: { ...onDoubles, isSafe: true, body: (name) => remainderBody(name("decimal"), name("double")) },
  over: { ...onDoubles, body: (name) => quotientBody(name("canonical"), name("decimal"), name("double")) },
};

/** The SQLSTATE of a text that is longer than a request allows. */
export const TOO_LONG = "TW001";

const tooLongBody = `begin raise exception using errcode = '${TOO_LONG}', message = 'text too long'; end`;

/**
 * The body of a function that replaces what the evaluator's SUBSTITUTE does, blank for no text at all. Lengths are counted
 * in bytes, which are at least as many as UTF-16 units; before a text grows, how often the part is in it is counted.
 */
function substituteBody(tooLong: string): string {
  return `
declare
  size bigint := octet_length($1);
  part integer := octet_length($2);
  growth integer := octet_length($3) - part;
begin
  if size > most or (growth > 0 and size + size / part * growth > most) then
    if size + (size - octet_length(replace($1, $2, ''))) / part * growth > most then
      return ${tooLong}(size);
    end if;
  end if;
  return nullif(replace($1, $2, $3), '');
end`;
}
