/** Parts of JSON, whose types are known only at run time: `[Payload].[order].[amount]`. */
import type { Span } from "../../diagnostics/index.ts";
import { type JsonValue, partOfJson, type Value } from "../../values/index.ts";
import { type ConvertNode, converted, type Node } from "../tree/node.ts";
import type { Conversion } from "../tree/rules.ts";
import { scalar, type Type } from "../tree/type.ts";
import { jsonReaderOf } from "../tree/value-forms.ts";
import { withResults } from "../tree/walk.ts";

/** What a path of members leads to in JSON; undefined for a node of another type. */
export function jsonPart(
  node: Node,
  names: readonly string[],
  { start, end }: Span,
): JsonPartNode | undefined {
  const before = isJsonPart(node) ? node : undefined;
  if (before === undefined && node.type.kind !== "Json") return undefined;
  const path = [...(before?.conversion.path ?? []), ...names];
  const conversion: JsonPath = { id: "json part", path, convert: (value) => plainValue(partAt(value, path)) };
  return { ...converted(before?.operand ?? node, conversion, scalar("Any")), conversion, start, end };
}

type JsonPartNode = ConvertNode & { readonly conversion: JsonPath };

export function isJsonPart(node: Node): node is JsonPartNode {
  return node.op === "convert" && node.type.kind === "Any" && "path" in node.conversion;
}

interface JsonPath extends Conversion {
  readonly path: readonly string[];
}

function partAt(value: Value, path: readonly string[]): JsonValue {
  return typeof value === "string" ? partOfJson(value, path) : null;
}

/** A text, a number or a Yes/No as it is; of an object and a list the text. */
function plainValue(part: JsonValue): Value {
  return typeof part === "object" && part !== null ? JSON.stringify(part) : part;
}

/**
 * The node as any JSON, or as the objects and lists that are read of JSON, where parts of JSON are what it gives, also out of IF, LET,
 * TRY, LIST and MAP. Undefined for another node. `coerce` is for what it gives besides.
 */
export function copiedJson(
  node: Node,
  expected: Type,
  coerce: (node: Node, expected: Type) => Node | undefined,
): Node | undefined {
  const part = copiedPart(node, expected);
  if (part !== undefined) return part;
  let isCopied = false;
  const copied = withResults(node, expected, (result, type) => {
    const json = copiedJson(result, type, coerce);
    isCopied ||= json !== undefined;
    return json ?? coerce(result, type);
  });
  return isCopied ? copied : undefined;
}

function copiedPart(node: Node, expected: Type): Node | undefined {
  if (!["Json", "Object", "List"].includes(expected.kind)) return undefined;
  if (isJsonPart(node)) return converted(node.operand, partAs(node.conversion.path, expected), expected);
  if (node.type.kind === "Json")
    return expected.kind === "Json" ? node : converted(node, partAs([], expected), expected);
  // The other branch of an IF has converted the part to its own type.
  return node.op === "convert" && isJsonPart(node.operand) ? copiedPart(node.operand, expected) : undefined;
}

/** A part of JSON as it is, or as an object or a list that is read of it: blank where it is of another form. */
function partAs(path: readonly string[], expected: Type): Conversion {
  return {
    id: "json part",
    convert: (value, { locale, timeZone }) => {
      const part = partAt(value, path);
      if (expected.kind === "Json") return part === null ? null : JSON.stringify(part);
      const read = jsonReaderOf(expected, { locale, timeZone, readsNumbers: true })(part);
      return read ?? (expected.kind === "List" ? [] : null);
    },
  };
}
