import type { TextEdit } from "../../expression/editor/parts.ts";
import type { DefinitionIndex } from "./index-definition.ts";
import { scalarOfWords } from "./scalar-of-words.ts";

/**
 * A column of another program's table is read under its own name unless it says its `source`: the edit that adds one, so that
 * a renamed column still reads the same cells.
 */
export function keptSource({ symbols, source }: DefinitionIndex, id: string): readonly TextEdit[] {
  const symbol = symbols.get(id);
  if (symbol?.kind !== "column") return [];
  const hasSource = source.has(["tables", symbol.table, "source"]);
  const column = source.part(symbol.path);
  const isVirtual = column?.members.get("virtual")?.value === true;
  if (!hasSource || column === undefined || isVirtual || column.members.has("source")) return [];
  const [first] = column.members.values();
  if (first === undefined) return [];
  const isJson = first.nameScalar?.type === "QUOTE_DOUBLE";
  const name = scalarOfWords(symbol.name, isJson ? '"' : "");
  const member = `${isJson ? '"source"' : "source"}: ${name}`;
  const lineStart = source.text.lastIndexOf("\n", first.nameStart) + 1;
  const indent = source.text.slice(lineStart, first.nameStart);
  const isOnOwnLine = /^\s*$/.test(indent) && !source.text.slice(column.start).startsWith("{");
  const text = isOnOwnLine ? `${member}\n${indent}` : `${member}, `;
  return [{ start: first.nameStart, end: first.nameStart, text }];
}
