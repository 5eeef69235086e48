import { joinKey, keyTextOf, splitKeyText } from "../tree/key.ts";
import type { ConstantNode, Node } from "../tree/node.ts";
import type { TableScope } from "../tree/scope.ts";
import { type Type, valueFamilyOf } from "../tree/type.ts";
import type { CheckState } from "./check-state.ts";
import { isLiteral } from "./coerce.ts";
import { readText } from "./read-literal.ts";

/** Quoted texts beside a Ref to a key of several columns, as that key is written; what is no such key is warned of. */
export function asKey(state: CheckState, part: Node, beside: Type): Node {
  const ref = beside.kind === "List" ? beside.item : beside;
  const table = ref.kind === "Ref" && isLiteral(part) ? state.scope.tables.get(ref.table) : undefined;
  if (table === undefined || table.key.length < 2) return part;
  if (part.op === "list") return { ...part, items: part.items.map((item) => keyIn(state, item, table)) };
  return keyIn(state, part, table);
}

function keyIn(state: CheckState, part: Node, table: TableScope): Node {
  if (part.op !== "constant" || part.literal === undefined || part.literal === "") return part;
  const key = keyOf(part.literal, table, state.scope.locale);
  if (key !== undefined) return { ...part, value: key, literal: key } satisfies ConstantNode;
  if (state.tells(table.name)) {
    const parts = table.key.map(({ name }) => name);
    state.report("type/not-a-key", { text: part.literal, table: table.name, parts }, part);
  }
  return part;
}

/** Each part is read as every key has it, else in the Locale of the expression. */
function keyOf(text: string, { key }: TableScope, locale: string): string | undefined {
  const texts = splitKeyText(text);
  if (texts.length !== key.length) return undefined;
  const parts = key.map(({ type }, at) => partOf(texts[at] ?? "", type, locale));
  return parts.every((part) => part !== undefined) ? joinKey(parts) : undefined;
}

function partOf(text: string, type: Type, locale: string): string | undefined {
  if (valueFamilyOf(type) === "text") return text;
  if (text === "") return undefined;
  const written = readText(text, type, KEY_LOCALE);
  if (written !== undefined && keyTextOf(written, type) === text) return text;
  const read = readText(text, type, locale);
  return read === undefined ? undefined : keyTextOf(read, type);
}

/** Keys are written alike for every caller. */
const KEY_LOCALE = "en-US";
