import type { Hover, QuickFix } from "../../src/expression/entrances/editor.ts";

/** A source with "|" where the cursor is, and what an editor answers there. */
export interface EditorCase {
  readonly source: string;
  /** The labels that are offered first, three at most. */
  readonly completions: readonly string[];
  /** What the part under the cursor is, and its type. */
  readonly hover: string | null;
  /** The sources that the fixes make. */
  readonly fixes: readonly string[];
}

/** The source of a case without the mark, and where the cursor is in it. */
export function withoutMark(marked: string): { readonly source: string; readonly offset: number } {
  const offset = marked.indexOf("|");
  return { source: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}

/** The answers of the services as a case holds them. */
export function answersOf(
  source: string,
  { completions }: { readonly completions: readonly { readonly label: string }[] },
  hover: Pick<Hover, "title" | "type"> | undefined,
  fixes: readonly Pick<QuickFix, "edits">[],
): Omit<EditorCase, "source"> {
  return {
    completions: completions.slice(0, 3).map(({ label }) => label),
    hover: hover === undefined ? null : `${hover.title}: ${hover.type ?? "?"}`,
    fixes: fixes.map(({ edits }) => withEdits(source, edits)),
  };
}

function withEdits(source: string, edits: QuickFix["edits"]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), source);
}
