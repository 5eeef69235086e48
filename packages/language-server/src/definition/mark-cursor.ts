import type { Path } from "@tablewright/core";
import type { DefinitionSource, SourcePart } from "@tablewright/core/definition";

/** The word of YAML at the cursor, which a completion replaces, and the text with a mark in its place. */
export interface MarkedText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly typed: string;
  /** The quote that the word is in; empty for none. */
  readonly quote: string;
  /** Whether a colon follows the word. */
  readonly hasColon: boolean;
}

/** Stands for what is to be completed; of the characters that no text means anything by. */
export const MARK = "\uE000";

export function markCursor(text: string, offset: number): MarkedText {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const before = text.slice(lineStart, offset);
  const [, lead = "", quote = ""] = /^(.*(?::\s|[-?]\s|[[{,])\s*|\s*)(["']?)/.exec(before) ?? [];
  const start = lineStart + lead.length + quote.length;
  const tail = quote === "" ? /^[^\n:,{}[\]#]*/ : /^[^\n"']*/;
  const [rest = ""] = tail.exec(text.slice(offset)) ?? [];
  const end = offset + rest.trimEnd().length;
  const behind = text.slice(end).replace(quote, "");
  const hasColon = /^[^\S\n]*:/.test(behind);
  const isOnOwnLine = lead.trim() === "" && !hasColon;
  const closing = quote !== "" && text[end] !== quote ? quote : "";
  const marked = `${text.slice(0, start)}${MARK}${closing}${isOnOwnLine ? ":" : ""}${text.slice(end)}`;
  return { text: marked, start, end, typed: text.slice(start, offset), quote, hasColon };
}

/** Where the mark is in a definition: the path, and whether it is the name of the last member or its value. */
export interface MarkedPath {
  readonly path: Path;
  readonly at: "name" | "value";
}

export function findMark(source: DefinitionSource): MarkedPath | undefined {
  return findIn(source.root, []);
}

function findIn({ members, scalar }: SourcePart, path: Path): MarkedPath | undefined {
  if (typeof scalar?.value === "string" && scalar.value.includes(MARK)) return { path, at: "value" };
  for (const [name, part] of members) {
    const mark: MarkedPath | undefined = name.includes(MARK)
      ? { path: [...path, name], at: "name" }
      : findIn(part, [...path, name]);
    if (mark !== undefined) return mark;
  }
  return undefined;
}
