import type { ScalarText, TextEdit } from "@tablewright/core/definition";
import { type SymbolUse, spanOf } from "./index-definition.ts";
import { scalarOfWords } from "./scalar-of-words.ts";

/** The use of a name with the name that it gets. */
export interface Renaming {
  readonly use: SymbolUse;
  readonly name: string;
}

/** The edits of a definition that write other names in the place of some. Comments and layout stay. */
export function nameEdits(renamings: readonly Renaming[]): readonly TextEdit[] {
  const byScalar = Map.groupBy(renamings, ({ use }) => use.text);
  return [...byScalar].flatMap(([text, ofOne]) => editsOf(text, ofOne));
}

function editsOf(text: ScalarText, renamings: readonly Renaming[]): readonly TextEdit[] {
  const [whole] = renamings.filter(({ use }) => use.within === undefined);
  if (whole !== undefined) return [{ ...spanOf(text), text: scalarFor(text, whole.name) }];
  const written = renamings.map(({ use, name }) => ({ use, words: wordsFor(use, name) }));
  const canStayPut = text.isExact && written.every(({ words }) => fits(text, words));
  if (!canStayPut) return [{ ...spanOf(text), text: JSON.stringify(renamed(text.value, written)) }];
  return written.map(({ use: { start, end }, words }) => ({ start, end, text: escaped(text, words) }));
}

interface Written {
  readonly use: SymbolUse;
  readonly words: string;
}

/** The value of a scalar with its names rewritten. */
function renamed(value: string, written: readonly Written[]): string {
  return written
    .toSorted((a, b) => startOf(b) - startOf(a))
    .reduce((rest, { use, words }) => {
      const { start = 0, end = 0, expression } = use.within ?? {};
      const from = expression?.start ?? 0;
      return rest.slice(0, from + start) + words + rest.slice(from + end);
    }, value);
}

function startOf({ use: { within } }: Written): number {
  return (within?.expression.start ?? 0) + (within?.start ?? 0);
}

/** A name as the expression writes it at its place. */
function wordsFor({ within }: SymbolUse, name: string): string {
  if (within === undefined || within.form === "brackets") return name;
  const { source } = within.expression;
  if (within.form === "quotes") {
    const quote = source.charAt(within.start - 1);
    return name.replaceAll(quote, quote + quote);
  }
  const isBeforeColumn = /^\s*\[/.test(source.slice(within.end));
  const isPlain =
    /^\p{L}[\p{L}\p{N}_]*(?: \p{L}[\p{L}\p{N}_]*)*$/u.test(name) && !/^(?:true|false)$/i.test(name);
  return isBeforeColumn || isPlain ? name : `"${name.replaceAll('"', '""')}"`;
}

/** Whether the words can be put into the scalar as it is written. */
function fits({ scalar }: ScalarText, words: string): boolean {
  return scalar.type !== "PLAIN" || /^[\p{L}\p{N}_ .?/()-]*$/u.test(words);
}

function escaped({ scalar }: ScalarText, words: string): string {
  if (scalar.type === "QUOTE_SINGLE") return words.replaceAll("'", "''");
  return scalar.type === "QUOTE_DOUBLE" ? JSON.stringify(words).slice(1, -1) : words;
}

/** A scalar that is the name, quoted as the one before it where quotes are needed or were there. */
export function scalarFor({ scalar }: ScalarText, name: string): string {
  const quote = { QUOTE_DOUBLE: '"', QUOTE_SINGLE: "'" };
  return scalarOfWords(name, quote[scalar.type as keyof typeof quote] ?? "");
}
