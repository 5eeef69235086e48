import type { Value } from "../../values/index.ts";

/**
 * What a parameter takes. A quoted literal is read as what is expected; `check/coerce.ts` has the conversions.
 * `Decimal` any number · `Number` a number, its fraction cut · `Temporal` Date, DateTime, Time or text of one, given as
 * a DateTime (a Time on 1899-12-30) · `List of Amount` numbers or Durations, kept as they are · `List of Ordered` also
 * dates and times · `Any` one value of any type · `Anything` a value or a list · `List` any list ·
 * `Name` a constant word, quoted or bare.
 */
interface ParameterValues {
  Text: string;
  Number: number;
  Decimal: number;
  "Yes/No": boolean;
  Date: number;
  DateTime: number;
  Time: number;
  Duration: number;
  Temporal: number;
  LatLong: string;
  XY: string;
  Any: Value;
  Anything: Value;
  List: readonly Value[];
  "List of Text": readonly (string | null)[];
  "List of Decimal": readonly (number | null)[];
  "List of Date": readonly (number | null)[];
  "List of Amount": readonly (number | null)[];
  "List of Ordered": readonly (number | null)[];
  Name: string;
}

export type ParameterType = keyof ParameterValues;

export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly description?: string;
  readonly optional?: true;
  /** May be given again and again; several parameters marked so repeat together. They stand last. */
  readonly repeat?: true;
}

/** The TypeScript types of the values `evaluate` gets for the parameters `P`, blanks included where `Blank` is null. */
export type ValuesOf<P extends readonly Parameter[], Blank> = {
  -readonly [I in keyof P]: P[I] extends { readonly repeat: true }
    ? readonly (ParameterValues[P[I]["type"]] | null)[]
    : P[I] extends { readonly optional: true }
      ? ParameterValues[P[I]["type"]] | Blank | undefined
      : ParameterValues[P[I]["type"]] | (P[I]["type"] extends `List${string}` ? never : Blank);
};

/** The call as it is written: `LEFT(text, count)`, `LOG(number, [base])`, `LIST(item, …)`. */
export function syntaxOf(name: string, parameters: readonly Parameter[]): string {
  const words = parameters.map((one) => (one.optional === true ? `[${one.name}]` : one.name));
  return `${name}(${[...words, ...(parameters.at(-1)?.repeat === true ? ["…"] : [])].join(", ")})`;
}
