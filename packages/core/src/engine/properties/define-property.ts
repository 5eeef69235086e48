import { type Diagnostic, diagnose, noOutput, type Outcome } from "../../diagnostics/index.ts";
import type { RequestContext } from "../../expression/parts.ts";
import type { AppDefinition } from "../../schema/index.ts";
import { isWellFormedText, readYesNo, WELL_FORMED_TEXT } from "../../values/index.ts";

/** A member of a call's Properties, declared once: the engine, the type `Properties`, OpenAPI and docs/http-api.md read it. */
export interface PropertyDeclaration<N extends string, S extends PropertySchema, W extends ReadWith, R> {
  /** As callers write it, in exactly these letters. */
  readonly name: N;
  /** What it says, in Markdown. */
  readonly summary: string;
  /** What holds when it is left out, in Markdown. */
  readonly leftOut: string;
  /** What is best sent, without what counts as left out. */
  readonly schema: S;
  readonly readWith: W;
  /** The one action that it is for; what is read with a Find is for that. Others ignore it with a warning. */
  readonly only?: "Add";
  /** Whether it is about a batch as a whole, whose calls do not have it: whom and where they are for, and what is kept. */
  readonly ofBatch?: true;
  /**
   * What expressions read of it. One that does not read is then a warning, and an error in a call that reads these; without,
   * it is an error in every call.
   */
  readonly feeds?: readonly ContextField[];
  /** The value of what was sent, undefined where nothing was. */
  readonly read: (value: unknown, app: AppDefinition) => Outcome<R>;
}

/** What of a context may depend on a property that does not read. */
export type ContextField = keyof Pick<RequestContext, "now" | "timeZone" | "timeZoneName" | "location">;

/** A part of JSON Schema. */
export type PropertySchema = Readonly<Record<string, unknown>> &
  ({ readonly type: SchemaType | readonly SchemaType[] } | { readonly enum: readonly string[] });

/** When a property is read: before every call, with the identity of its caller, or only by a Find. */
export type ReadWith = "call" | "identity" | "Find";

/** What a property is sent as, by its schema. */
export type SentAs<S> = S extends { readonly enum: readonly (infer Word)[] }
  ? Word
  : S extends { readonly type: readonly (infer T extends SchemaType)[] }
    ? Sent[T]
    : S extends { readonly type: infer T extends SchemaType }
      ? Sent[T]
      : never;

type SchemaType = keyof Sent;

interface Sent {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
  readonly object: object;
  readonly array: readonly unknown[];
}

export function defineProperty<N extends string, const S extends PropertySchema, W extends ReadWith, R>(
  declaration: PropertyDeclaration<N, S, W, R>,
): PropertyDeclaration<N, S, W, R> {
  return declaration;
}

/** A value that is not what was expected; a text is quoted as it is, or with escapes for what no screen shows, another value as JSON. */
export function unreadableProperty(name: string, value: unknown, expected: string): Diagnostic {
  const written = JSON.stringify(value);
  const shown = typeof value !== "string" ? written : isWellFormedText(value) ? value : written.slice(1, -1);
  return diagnose("request/property", { name, value: shown, expected });
}

/** That a value is a text which no store keeps, and so none that an expression may read of a call. */
export function brokenText(name: string, value: unknown): Diagnostic | undefined {
  if (typeof value !== "string" || isWellFormedText(value)) return undefined;
  return unreadableProperty(name, value, WELL_FORMED_TEXT);
}

/** What a property that may be left out says of itself. */
interface OptionalDeclaration<N extends string, S extends PropertySchema, W extends ReadWith, R>
  extends Omit<PropertyDeclaration<N, S, W, R>, "read"> {
  /** What is expected, in the words of a message: "a whole number from 0 on". */
  readonly expected: string;
  /** Undefined for a value that cannot be read. */
  readonly readSent: (value: unknown) => R | undefined;
}

/** A property whose value is undefined where it is left out, as null and an empty text say too. */
export function defineOptional<N extends string, const S extends PropertySchema, W extends ReadWith, R>({
  expected,
  readSent,
  ...declared
}: OptionalDeclaration<N, S, W, R>): PropertyDeclaration<N, S, W, R | undefined> {
  return {
    ...declared,
    read: (value) => {
      if (value === undefined || value === null || value === "")
        return { output: undefined, diagnostics: [] };
      const output = readSent(value);
      if (output !== undefined) return { output, diagnostics: [] };
      return noOutput([unreadableProperty(declared.name, value, expected)]);
    },
  };
}

type FlagSchema = typeof SCHEMA;

/** A property that is said or not. What does not read as a Yes/No is an error, because it may decide over a write. */
export function defineFlag<N extends string, W extends ReadWith>(
  declared: Pick<
    PropertyDeclaration<N, FlagSchema, W, boolean>,
    "name" | "summary" | "leftOut" | "readWith" | "ofBatch"
  >,
): PropertyDeclaration<N, FlagSchema, W, boolean> {
  return defineProperty({ ...declared, schema: SCHEMA, read: (value) => readFlag(declared.name, value) });
}

const SCHEMA = { type: ["boolean", "string", "number"] } as const;

function readFlag(name: string, value: unknown): Outcome<boolean> {
  if (value === undefined || value === null || value === "") return { output: false, diagnostics: [] };
  const output = typeof value === "boolean" ? value : readYesNo(String(value));
  return output === null
    ? noOutput([unreadableProperty(name, value, "TRUE or FALSE")])
    : { output, diagnostics: [] };
}

/** What a property that is sent as text says of itself. */
interface TextPropertyDeclaration<N extends string, S extends PropertySchema, R>
  extends Pick<
    PropertyDeclaration<N, S, "call", R>,
    "name" | "summary" | "leftOut" | "schema" | "only" | "feeds" | "ofBatch"
  > {
  /** What is expected, in the words of a message: "a locale such as en-US". */
  readonly expected: string;
  /** The text that holds where none is sent. */
  readonly otherwise: (app: AppDefinition) => string;
  /** Null for a text that cannot be read. */
  readonly readText: (text: string) => R | null;
}

/** A property of every call that is sent as text; null and an empty text count as left out. */
export function defineTextProperty<N extends string, const S extends PropertySchema, R>({
  expected,
  otherwise,
  readText,
  ...declared
}: TextPropertyDeclaration<N, S, R>): PropertyDeclaration<N, S, "call", R> {
  const refuse = (value: unknown, expected: string) =>
    noOutput([unreadableProperty(declared.name, value, expected)]);
  return defineProperty({
    ...declared,
    readWith: "call",
    read: (value, app) => {
      const sent = value ?? "";
      if (typeof sent !== "string") return refuse(sent, "a text");
      const text = sent === "" ? otherwise(app) : sent;
      const output = readText(text);
      return output === null ? refuse(text, expected) : { output, diagnostics: [] };
    },
  });
}
