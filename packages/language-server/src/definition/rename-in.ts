import { type Diagnostic, diagnose, hasErrors, type Outcome, type Path } from "@tablewright/core";
import type { SourceText, TextEdit } from "@tablewright/core/definition";
import {
  type DefinitionIndex,
  type DefinitionSymbol,
  indexDefinition,
  memberId,
  type SymbolUse,
  scalarSpan,
  symbolId,
} from "./index-definition.ts";
import { scalarOfWords } from "./yaml-places.ts";

/**
 * The edits that give a symbol another name everywhere it is meant and nowhere else. Refused when the definition would mean
 * something else afterwards, which is seen by loading it once more.
 */
export function renameIn(index: DefinitionIndex, id: string, name: string): Outcome<readonly TextEdit[]> {
  const symbol = index.symbols.get(id) as DefinitionSymbol;
  const refused = (reason: string) =>
    failed(diagnose("definition/cannot-rename", { name: symbol.name, to: name, reason }));
  if (symbol.nameSpan === undefined) return refused("the application names this column after a table");
  if (name.trim() === "") return refused("a name is expected");
  const file = fileThatMayName(index, symbol);
  if (file !== undefined) return refused(`the table in "${file}" may name it, and no editor reads that`);
  const targets = new Map([[id, name]]);
  const first = index.source.text && apply(index, editsFor(index, targets));
  const halfway = indexOf(first);
  if (halfway === undefined) return refused("the definition could not be read afterwards");
  for (const [added, newName] of addedColumns(index, halfway, renamedTable(symbol, name)))
    targets.set(added, newName);
  const edits = editsFor(index, targets);
  const after = targets.size === 1 ? halfway : indexOf(apply(index, edits));
  const reason =
    after === undefined ? "the definition could not be read afterwards" : whatChanges(index, after, targets);
  return reason === undefined ? { output: edits, diagnostics: [] } : refused(reason);
}

/** A file with the rows of a decision: its first row names facts or parameters, and outputs. */
function fileThatMayName({ source }: DefinitionIndex, { kind }: DefinitionSymbol): string | undefined {
  if (!["fact", "parameter", "output", "decision"].includes(kind)) return undefined;
  const rows = source.names(["decisions"]).map((one) => source.part(["decisions", one, "rows"])?.value);
  return rows.find((value) => typeof value === "string");
}

function failed(diagnostic: Diagnostic): Outcome<never> {
  return { output: undefined, diagnostics: [diagnostic] };
}

function apply({ source }: DefinitionIndex, edits: readonly TextEdit[]): string {
  return withEdits(source.text, edits);
}

function indexOf(text: string): DefinitionIndex | undefined {
  const index = indexDefinition(text);
  return "symbols" in index ? index : undefined;
}

/** The new names by the ids of the symbols that get them. */
type Targets = ReadonlyMap<string, string>;

function editsFor(index: DefinitionIndex, targets: Targets): readonly TextEdit[] {
  const declarations = [...targets].flatMap(([id, name]): TextEdit[] => {
    const { path, nameSpan } = index.symbols.get(id) as DefinitionSymbol;
    const scalar = index.source.part(path)?.nameScalar;
    if (nameSpan === undefined || scalar === undefined) return [];
    return [{ ...nameSpan, text: scalarFor(index.source.textOf(scalar), name) }, ...keptSource(index, id)];
  });
  const renamings = index.uses.flatMap((use): Renaming[] => {
    const name = targets.get(use.symbol);
    return name === undefined ? [] : [{ use, name }];
  });
  const bySpan = new Map(
    [...declarations, ...nameEdits(renamings)].map((edit) => [`${edit.start} ${edit.end}`, edit]),
  );
  return [...bySpan.values()].sort((a, b) => a.start - b.start);
}

function renamedTable({ kind, name }: DefinitionSymbol, newName: string): (table: string) => string {
  return (table) => (kind === "table" && table === name ? newName : table);
}

/** Columns that the application adds are named after tables and columns: the ids of those with another name, and the name. */
function addedColumns(
  before: DefinitionIndex,
  after: DefinitionIndex,
  renamed: (table: string) => string,
): readonly (readonly [id: string, name: string])[] {
  return [...(before.scope?.tables.keys() ?? [])].flatMap((table) => {
    const names = addedIn(after, renamed(table));
    return addedIn(before, table).flatMap((old, position) => {
      const name = names[position] ?? old;
      return name === old ? [] : [[symbolId({ kind: "column", table, name: old }), name] as const];
    });
  });
}

function addedIn({ symbols, scope }: DefinitionIndex, table: string): readonly string[] {
  const columns = scope?.tables.get(table)?.columns ?? [];
  const isAdded = (name: string) =>
    symbols.get(symbolId({ kind: "column", table, name }))?.nameSpan === undefined;
  return columns.flatMap(({ name }) => (isAdded(name) ? [name] : []));
}

/** Why the renamed definition is not the same one; undefined when it is. */
function whatChanges(before: DefinitionIndex, after: DefinitionIndex, targets: Targets): string | undefined {
  const news = newErrors(before, after);
  if (news !== undefined) return `then ${news.charAt(0).toLowerCase()}${news.slice(1).replace(/\.$/, "")}`;
  const renamed = [...before.uses.map(({ symbol }) => symbol)].map((id) => idAfter(before, id, targets));
  const same =
    renamed.length === after.uses.length && after.uses.every(({ symbol }, at) => symbol === renamed[at]);
  return same ? undefined : "a name would then mean something else";
}

/** The message of an error that there was none like before. */
function newErrors(before: DefinitionIndex, after: DefinitionIndex): string | undefined {
  const counts = new Map<string, number>();
  for (const { code } of before.diagnostics) counts.set(code, (counts.get(code) ?? 0) + 1);
  for (const diagnostic of after.diagnostics) {
    const left = counts.get(diagnostic.code) ?? 0;
    if (left === 0 && hasErrors([diagnostic])) return diagnostic.message;
    counts.set(diagnostic.code, left - 1);
  }
  return undefined;
}

function idAfter({ symbols }: DefinitionIndex, id: string, targets: Targets): string {
  const { kind, table, name, path } = symbols.get(id) as DefinitionSymbol;
  if (id === memberId(path)) return memberId(pathAfter(path, symbols, targets));
  const tableName = targets.get(symbolId({ kind: "table", name: table, table: "" })) ?? table;
  return symbolId({ kind, table: tableName, name: targets.get(id) ?? name });
}

/** A path with the new names of the parts that it leads through. */
function pathAfter(path: Path, symbols: DefinitionIndex["symbols"], targets: Targets): Path {
  const names = new Map(
    [...targets].map(([id, name]) => [memberId((symbols.get(id) as DefinitionSymbol).path), name]),
  );
  return path.map((step, at) => names.get(memberId(path.slice(0, at + 1))) ?? step);
}

/**
 * A column of another program's table is read under its own name unless it says its `source`: the edit that adds one, so that
 * a renamed column still reads the same cells.
 */
function keptSource({ symbols, source }: DefinitionIndex, id: string): readonly TextEdit[] {
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

/** The use of a name with the name that it gets. */
interface Renaming {
  readonly use: SymbolUse;
  readonly name: string;
}

/** The edits of a definition that write other names in the place of some. Comments and layout stay. */
function nameEdits(renamings: readonly Renaming[]): readonly TextEdit[] {
  const byScalar = Map.groupBy(renamings, ({ use }) => use.text);
  return [...byScalar].flatMap(([text, ofOne]) => editsOf(text, ofOne));
}

function editsOf(text: SourceText, renamings: readonly Renaming[]): readonly TextEdit[] {
  const [whole] = renamings.filter(({ use }) => use.within === undefined);
  if (whole !== undefined) {
    const { use, name } = whole;
    return [{ ...scalarSpan(text), text: scalarFor(text, `${use.before ?? ""}${name}`) }];
  }
  const written = renamings.map(({ use, name }) => ({ use, words: wordsFor(use, name) }));
  const canStayPut = text.isExact && written.every(({ words }) => fits(text, words));
  if (!canStayPut) return [{ ...scalarSpan(text), text: JSON.stringify(renamed(text.value, written)) }];
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
      const from = use.text.toScalar((expression?.start ?? 0) + start) ?? 0;
      return rest.slice(0, from) + words + rest.slice(from + end - start);
    }, value);
}

function startOf({ use: { within } }: Written): number {
  return (within?.expression.start ?? 0) + (within?.start ?? 0);
}

/** A name as the expression writes it at its place. */
function wordsFor({ within }: SymbolUse, name: string): string {
  if (within === undefined || within.form === "brackets") return name;
  const { source } = within.expression;
  if (within.kind === "function") return calledAs(source.slice(within.start, within.end), name);
  if (within.form === "quotes") {
    const quote = source.charAt(within.start - 1);
    return name.replaceAll(quote, quote + quote);
  }
  const isBeforeColumn = /^\s*\[/.test(source.slice(within.end));
  const isPlain =
    /^\p{L}[\p{L}\p{N}_]*(?: \p{L}[\p{L}\p{N}_]*)*$/u.test(name) && !/^(?:true|false)$/i.test(name);
  return isBeforeColumn || isPlain ? name : `"${name.replaceAll('"', '""')}"`;
}

/** The name of a function in the case in which it is called: capitals stay capitals. */
function calledAs(written: string, name: string): string {
  if (written === written.toUpperCase()) return name.toUpperCase();
  return written === written.toLowerCase() ? name.toLowerCase() : name;
}

/** Whether the words can be put into the scalar as it is written. */
function fits({ scalar }: SourceText, words: string): boolean {
  return scalar.type !== "PLAIN" || /^[\p{L}\p{N}_ .?/()-]*$/u.test(words);
}

function escaped({ scalar }: SourceText, words: string): string {
  if (scalar.type === "QUOTE_SINGLE") return words.replaceAll("'", "''");
  return scalar.type === "QUOTE_DOUBLE" ? JSON.stringify(words).slice(1, -1) : words;
}

/** A scalar that is the name, quoted as the one before it where quotes are needed or were there. */
function scalarFor({ scalar }: Pick<SourceText, "scalar">, name: string): string {
  const quote = { QUOTE_DOUBLE: '"', QUOTE_SINGLE: "'" };
  return scalarOfWords(name, quote[scalar.type as keyof typeof quote] ?? "");
}

/** The text with the edits made, which do not overlap. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: by } of edits.toSorted((a, b) => a.start - b.start)) {
    pieces.push(text.slice(at, start), by);
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join("");
}
