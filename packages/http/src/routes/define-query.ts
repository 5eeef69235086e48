import { diagnose, type Outcome } from "@tablewright/core";
import { readQuery } from "../access/address.ts";
import { type OpenApiSchema, oneOfValues, TEXT } from "../openapi/json-schema.ts";

/** A parameter of a query. */
export interface QueryParameter<T> {
  readonly schema: OpenApiSchema;
  /** What it has to be, in the words of an error. */
  readonly expected: string;
  readonly required?: boolean;
  /** The value of what was sent, or of nothing; undefined where that is not as expected. */
  read(sent: string | undefined): { readonly value: T } | undefined;
}

export type Query = Readonly<Record<string, QueryParameter<unknown>>>;

export type QueryValues<Q extends Query> = {
  readonly [Name in keyof Q]: Q[Name] extends QueryParameter<infer T> ? T : never;
};

/** The values of a query, or the error of the first parameter that is not as expected. */
export function readQueryValues<Q extends Query>(query: Q, url: string): Outcome<QueryValues<Q>> {
  const values: Record<string, unknown> = {};
  for (const [name, { expected, read }] of Object.entries(query)) {
    const sent = readQuery(url, name);
    const found = read(sent);
    if (found === undefined) {
      const error = diagnose("request/query", { name, expected, isSent: sent !== undefined });
      return { output: undefined, diagnostics: [error] };
    }
    values[name] = found.value;
  }
  return { output: values as QueryValues<Q>, diagnostics: [] };
}

export const anyText: QueryParameter<string | undefined> = {
  schema: TEXT,
  expected: "a text",
  read: (value) => ({ value }),
};

export function neededText(expected: string): QueryParameter<string> {
  return {
    schema: TEXT,
    expected,
    required: true,
    read: (value) => (value === undefined ? undefined : { value }),
  };
}

export function oneOfTexts<const T extends string>(...values: readonly T[]): QueryParameter<T | undefined> {
  return {
    schema: oneOfValues(...values),
    expected: values.join(", "),
    read(sent) {
      const value = values.find((one) => one === sent);
      return value === undefined && sent !== undefined ? undefined : { value };
    },
  };
}

/** A whole number from 1 to `most`, and `otherwise` where none is sent. */
export function wholeNumberUpTo<T extends number | undefined>(
  most: number,
  otherwise: T,
  expected = `a whole number from 1 to ${most}`,
): QueryParameter<number | T> {
  return {
    schema: { type: "integer", minimum: 1, maximum: most, default: otherwise },
    expected,
    read(sent) {
      if (sent === undefined) return { value: otherwise };
      return /^[1-9]\d{0,15}$/u.test(sent) && Number(sent) <= most ? { value: Number(sent) } : undefined;
    },
  };
}
