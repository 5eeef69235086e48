import type { AppDefinition } from "../../schema/index.ts";
import {
  defineProperty,
  type PropertyDeclaration,
  type PropertySchema,
  unreadable,
} from "./define-property.ts";

/** What a property that is sent as text says of itself. */
interface TextPropertyDeclaration<N extends string, S extends PropertySchema, R>
  extends Pick<
    PropertyDeclaration<N, S, "call", R>,
    "name" | "summary" | "leftOut" | "schema" | "only" | "feeds"
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
  const refuse = (value: unknown, expected: string) => ({
    output: undefined,
    diagnostics: [unreadable(declared.name, value, expected)],
  });
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
