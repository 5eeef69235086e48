import type { Diagnostic, Outcome, Path } from "@tablewright/core";
import {
  analyseSource,
  type Completion,
  type DefinitionSource,
  type ExpressionScope,
  type NameUse,
  namesIn,
  type PlacedExpression,
  type PlacedName,
  type QuickFix,
  type ReadDefinition,
  readDefinition,
  type SignatureHelp,
  type SourceText,
  type Span,
  type TextEdit,
} from "@tablewright/core/definition";
import { typeUses } from "./names-in-decisions.ts";

/** What is known of a definition, also of one that is half written. */
export interface DefinitionIndex extends ReadDefinition {
  readonly diagnostics: readonly Diagnostic[];
  /** By id, in the order of the text. */
  readonly symbols: ReadonlyMap<string, DefinitionSymbol>;
  /** In the order of the text; found at the first question. */
  readonly uses: readonly SymbolUse[];
}

/** A name in the text that means a symbol. The span is that of the name, quotes of YAML included, those of expressions not. */
export interface SymbolUse extends Span {
  readonly symbol: string;
  readonly text: SourceText;
  /** Where in the value of the scalar, of a name in an expression; undefined for a scalar that is the name. */
  readonly within: (NameUse & { readonly expression: PlacedExpression }) | undefined;
  /** What stands before the name in a scalar, such as `List of `. */
  readonly before?: string;
}

/** Loads a definition and notes what its names mean; undefined when nothing of the text can be read. */
export function indexDefinition(text: string, file?: string): DefinitionIndex | readonly Diagnostic[] {
  const { output: read, diagnostics } = readDefinition(text, file);
  if (read === undefined) return diagnostics;
  const { source, names, expressions, scope, isOfRules } = read;
  const symbols = symbolsOf(source, scope, isOfRules);
  let uses: DefinitionIndex["uses"] | undefined;
  return {
    ...read,
    diagnostics,
    symbols,
    get uses() {
      uses ??= withoutRepetition([
        ...usesOfNames(names, symbols),
        ...typeUses(source).map(({ name, list, text }) => ({
          symbol: memberId(["types", name]),
          text,
          within: undefined,
          before: list,
          ...scalarSpan(text),
        })),
        ...expressions.flatMap((one) => usesIn(one, symbols)),
      ]);
      return uses;
    },
  };
}

type Symbols = DefinitionIndex["symbols"];

function usesOfNames(names: readonly PlacedName[], symbols: Symbols): readonly SymbolUse[] {
  return names.flatMap(({ meant: { kind, name, table = "", declaredAt = [] }, text }) => {
    if (kind === "member") {
      const symbol = memberId(declaredAt);
      return symbols.has(symbol) ? [{ symbol, text, within: undefined, ...scalarSpan(text) }] : [];
    }
    const kinds = kind === "table or slice" ? (["table", "slice"] as const) : ([kind] as const);
    const symbol = kinds.map((one) => symbolId({ kind: one, name, table })).find((id) => symbols.has(id));
    return symbol === undefined ? [] : [{ symbol, text, within: undefined, ...scalarSpan(text) }];
  });
}

/** The text of a scalar, quotes included. */
export function scalarSpan({ scalar, text }: Pick<SourceText, "scalar" | "text">): Span {
  const [start = 0, end = text.length] = scalar.range ?? [];
  return { start, end };
}

function usesIn(expression: PlacedExpression, symbols: Symbols): readonly SymbolUse[] {
  const { source, scope, start: from, text, cell } = expression;
  // Most cells are values.
  if (cell !== undefined && !/^\s*=|\[/.test(cell.value)) return [];
  return namesIn(analyseSource(source, scope)).flatMap((name) => {
    const symbol = symbolOf(name, symbols);
    if (symbol === undefined || !symbols.has(symbol) || text.toScalar(from + name.start) === undefined)
      return [];
    const start = text.toText(from + name.start);
    const end = Math.max(start, text.endToText(from + name.end));
    return [{ symbol, text, within: { ...name, expression }, start, end }];
  });
}

function symbolOf({ kind, name, table, declaredAt }: NameUse, symbols: Symbols): string | undefined {
  if (declaredAt !== undefined) return memberId(declaredAt);
  if (kind === "field") return undefined; // of an object that no definition declares
  if (kind !== "function") return symbolId({ kind, name, table });
  // Expressions call functions in upper or lower case, and decisions as functions.
  for (const member of ["functions", "decisions"])
    for (const [id, symbol] of symbols)
      if (symbol.path[0] === member && symbol.path.length === 2 && symbol.name.toUpperCase() === name)
        return id;
  return undefined;
}

/** What an alias repeats is in the text once; where its names mean several things, each is a use. */
function withoutRepetition(uses: readonly SymbolUse[]): readonly SymbolUse[] {
  const bySpan = new Map(
    uses.map((use) => [`${use.start} ${use.end} ${use.within?.start} ${use.symbol}`, use]),
  );
  return [...bySpan.values()].sort((a, b) => a.start - b.start);
}

/** Everything that a definition declares, and the columns that the application adds, by id. */
function symbolsOf(
  source: DefinitionSource,
  scope: ExpressionScope | undefined,
  isOfRules: boolean,
): Symbols {
  const { symbols, add, addAll, addFields } = symbolsIn(source);
  for (const table of source.names(["tables"])) {
    const path = ["tables", table];
    add("table", table, path);
    for (const column of source.names([...path, "columns"])) {
      add("column", column, [...path, "columns", column], table);
      addFields([...path, "columns", column]);
    }
    for (const { name } of scope?.tables.get(table)?.columns ?? []) {
      add("column", name, [...path, "columns", name], table);
    }
  }
  for (const slice of source.names(["slices"])) add("slice", slice, ["slices", slice]);
  for (const action of source.names(["actions"])) add("action", action, ["actions", action]);
  for (const rule of isOfRules ? [] : source.names(["rules"])) add("rule", rule, ["rules", rule]);
  for (const type of source.names(["types"])) {
    add("type", type, ["types", type]);
    addAll("field", ["types", type]);
  }
  addAll("fact", ["facts"]);
  for (const name of source.names(["functions"])) {
    add("function", name, ["functions", name]);
    addAll("parameter", ["functions", name, "parameters"]);
  }
  for (const name of source.names(["decisions"])) {
    const path = ["decisions", name];
    // A decision of rules with one output is that output.
    const isOutput = isOfRules && source.has([...path, "type"]) && !source.has([...path, "outputs"]);
    add(isOutput ? "output" : "decision", name, path);
    addFields(path);
    addAll("parameter", [...path, "parameters"]);
    addAll("output", [...path, "outputs"]);
  }
  return symbols;
}

/** Symbols, added by the paths of their declarations. */
function symbolsIn(source: DefinitionSource) {
  const symbols = new Map<string, DefinitionSymbol>();
  const add = (kind: DefinitionSymbol["kind"], name: string, path: Path, table = "") => {
    const scalar = source.part(path)?.nameScalar;
    const [start = 0, end = 0] = scalar?.range ?? [];
    const nameSpan = scalar === undefined ? undefined : { start, end };
    const id = BY_NAME.has(kind) ? symbolId({ kind, name, table }) : memberId(path);
    if (!symbols.has(id)) symbols.set(id, { kind, name, table, path, nameSpan });
  };
  const addAll = (kind: DefinitionSymbol["kind"], path: Path) => {
    for (const name of source.names(path)) {
      add(kind, name, [...path, name]);
      addFields([...path, name]);
    }
  };
  /** The fields of an object, or of the objects of a list, that is declared at a path. */
  const addFields = (path: Path): void => {
    addAll("field", [...path, "fields"]);
    if (source.has([...path, "of"])) addFields([...path, "of"]);
  };
  return { symbols, add, addAll, addFields };
}

const BY_NAME: ReadonlySet<DefinitionSymbol["kind"]> = new Set([
  "table",
  "column",
  "slice",
  "action",
  "rule",
]);

/** Something that a definition declares by name. */
export interface DefinitionSymbol {
  readonly kind: SymbolKind;
  readonly name: string;
  /** Of a column; empty for anything else. */
  readonly table: string;
  readonly path: Path;
  /** Its name in the text; undefined for a column that the application adds by itself, such as `Related Orders`. */
  readonly nameSpan: Span | undefined;
}

/** The same for two symbols only when they are the same; of tables and columns, slices, actions and rules. */
export function symbolId({ kind, name, table }: Pick<DefinitionSymbol, "kind" | "name" | "table">): string {
  return JSON.stringify(kind === "column" ? [kind, table, name] : [kind, name]);
}

/** The id of what is known by the path of its declaration: functions, decisions, facts, and members of these and of types. */
export function memberId(path: Path): string {
  return JSON.stringify(path.map(String));
}

/** A symbol, and the name of it that the cursor is on. */
export interface SymbolAt extends Span {
  readonly id: string;
  readonly symbol: DefinitionSymbol;
  /** Undefined where the name declares the symbol. */
  readonly use: SymbolUse | undefined;
}

/** The symbol whose name is at `offset`; undefined where there is none. */
export function symbolAt({ symbols, uses }: DefinitionIndex, offset: number): SymbolAt | undefined {
  const use = uses.find(({ start, end }) => start <= offset && offset <= end);
  const used = use && symbols.get(use.symbol);
  if (use !== undefined && used !== undefined) {
    return { id: use.symbol, symbol: used, use, start: use.start, end: use.end };
  }
  for (const [id, symbol] of symbols) {
    const { start = 0, end = -1 } = symbol.nameSpan ?? {};
    if (start <= offset && offset <= end) return { id, symbol, use: undefined, start, end };
  }
  return undefined;
}

/** The expression that the cursor is in, and where in its source. */
export interface ExpressionAt {
  readonly expression: PlacedExpression;
  readonly offset: number;
}

export function expressionAt({ expressions }: DefinitionIndex, at: number): ExpressionAt | undefined {
  for (const expression of expressions) {
    const { text, start, source } = expression;
    if (at < scalarSpan(text).start || at > endOfBody(expression)) continue;
    const inScalar = text.toValue(at);
    const offset = inScalar - start;
    if (inScalar >= 0 && offset >= 0 && offset <= source.length) return { expression, offset };
  }
  return undefined;
}

/** Before the closing quote; with the blanks after a plain scalar, which YAML leaves out of its value. */
function endOfBody({ text }: PlacedExpression): number {
  const { end } = scalarSpan(text);
  const { type } = text.scalar;
  if (type === "QUOTE_DOUBLE" || type === "QUOTE_SINGLE") return end - 1;
  const blanks = /[^\S\n]*/y;
  blanks.lastIndex = end;
  return end + (blanks.exec(text.text)?.[0].length ?? 0);
}

/** What a definition declares by name; facts of rules over plain objects. */
export type SymbolKind =
  | "table"
  | "column"
  | "slice"
  | "action"
  | "rule"
  | "fact"
  | "decision"
  | "output"
  | "function"
  | "parameter"
  | "field"
  | "type";

/** What editors ask about one text of a definition. Offsets count UTF-16 units of it. Nothing here throws for a bad text. */
export interface OpenDefinition {
  readonly text: string;
  /** All that `loadDefinition` reports, or `loadRules`, with spans. */
  diagnostics(): readonly LocatedDefinitionDiagnostic[];
  complete(offset: number): DefinitionCompletions;
  hover(offset: number): DefinitionHover | undefined;
  signatureHelp(offset: number): SignatureHelp | undefined;
  /** What the definition declares by the name that is at `offset`. */
  symbolAt(offset: number): NamedSpan | undefined;
  /** Where the symbol at `offset` is declared; undefined for what the application adds by itself. */
  declarationOf(offset: number): Span | undefined;
  /** Every name that means the symbol at `offset`, its declaration among them. */
  references(offset: number): readonly Span[];
  /** The edits that give the symbol at `offset` another name; diagnostics when it cannot have it. */
  rename(offset: number, name: string): Outcome<readonly TextEdit[]>;
  quickFixes(): readonly QuickFix[];
  /** The edits that lay the expressions out; comments and the layout of YAML stay. */
  format(): readonly TextEdit[];
  outline(): readonly OutlineItem[];
}

/** A diagnostic with its span in the text of the definition. */
export interface LocatedDefinitionDiagnostic extends Span {
  readonly diagnostic: Diagnostic;
}

/** The name of a symbol at a place; the span is that of the name. */
export interface NamedSpan extends Span {
  readonly kind: SymbolKind;
  readonly name: string;
}

/** What may be written at a place of a definition. */
export interface DefinitionCompletions {
  readonly start: number;
  readonly end: number;
  readonly completions: readonly DefinitionCompletion[];
}

export interface DefinitionCompletion extends Omit<Completion, "kind"> {
  readonly kind: Completion["kind"] | "action" | "member";
}

/** What a part of a definition is. */
export interface DefinitionHover extends Span {
  readonly title: string;
  readonly type: string | undefined;
  /** What there is to read about it, in Markdown; empty for nothing. */
  readonly text: string;
}

/** A declaration with those inside it. The span is that of the whole. */
export interface OutlineItem extends Span {
  readonly kind: SymbolKind;
  readonly name: string;
  readonly nameSpan: Span;
  readonly items: readonly OutlineItem[];
}
