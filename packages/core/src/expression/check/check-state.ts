/** Mutual recursion: a scope has functions, each of which says how its call is checked. */

import {
  type DetailsOf,
  type Diagnostic,
  DiagnosticList,
  diagnoseExpression,
  type ExpressionCode,
  type Hinted,
  OF_AN_EXPRESSION,
  type Span,
} from "../../diagnostics/index.ts";
import { foldName } from "../../values/index.ts";
import { type Expression, PLACEHOLDER } from "../syntax/ast.ts";
import type { Node, RowSlot } from "../tree/node.ts";
import type { ScopeColumn, SliceScope, TableScope } from "../tree/scope.ts";
import { type Type, typeName } from "../tree/type.ts";
import type { FunctionDefinition } from "./function-definition.ts";

/** What an expression can name: tables, slices and the row it is about. */
export interface ExpressionScope {
  readonly tables: ReadonlyMap<string, TableScope>;
  readonly slices: ReadonlyMap<string, SliceScope>;
  /** The table of the current row; undefined where there is no current row. */
  readonly row: TableScope | undefined;
  /**
   * The tables of the rows around the expression besides the current one, as around the condition of a SELECT: outermost first.
   * A bare column is read from the last.
   */
  readonly around?: readonly TableScope[];
  /** The column that `[_THIS]` means. */
  readonly this: ScopeColumn | undefined;
  /** Whether the expression gives the column its value: `[_THIS]` is the one that it has until then. */
  readonly givesThis?: boolean;
  /** Whether a change is in view: `[_THISROW_BEFORE]` and `[_THISROW_AFTER]`. */
  readonly change: boolean;
  /** The functions that can be called, by their names in upper case. */
  readonly functions: ReadonlyMap<string, FunctionDefinition>;
  /** Functions that only other entrances to the language have. */
  readonly leftOut?: readonly LeftOut[] | undefined;
  readonly blanks: "consistent" | "legacy";
  /** How quoted dates and numbers are read. */
  readonly locale: string;
  /** Whether words without quotes are errors, and cells that are unknown or missing. */
  readonly isStrict?: boolean;
  /** Whether errors may name a table or slice, and columns of the table; without it they may name all. */
  readonly isVisible?: ((table: string) => boolean) | undefined;
}

/** Functions whose names begin alike, and the entrance that has them. */
export interface LeftOut {
  readonly family: string;
  readonly entrance: string;
}

/** What has tables and slices by name: the scope of an expression or a definition. */
interface Named {
  readonly tables: ReadonlyMap<string, unknown>;
  readonly slices: ReadonlyMap<string, unknown>;
}

/** The names that a table column may begin with, longest first; mostly the same list for the same tables and slices. */
export function tableNamesOf({ tables, slices }: Named): readonly string[] {
  const last = namesByTables.get(tables);
  if (last?.slices === slices) return last.names;
  const names = [...tables.keys(), ...slices.keys()].sort((a, b) => b.length - a.length);
  namesByTables.set(tables, { slices, names });
  return names;
}

/** The filters of slices are checked against the same tables before there are slices. */
const namesByTables = new WeakMap<
  Named["tables"],
  { readonly slices: Named["slices"]; readonly names: readonly string[] }
>();

/** A row in view while a part of an expression is checked. */
export interface RowInView {
  readonly slot: RowSlot;
  readonly table: TableScope;
}

/** Follows a check, for an editor. */
export interface Watcher {
  /** A name that no column has, for what is written where the cursor is. */
  readonly cursor?: string;
  /** Called where a column of that name is looked up. */
  readonly onLookup?: (state: CheckState, row: RowInView | undefined) => void;
  /** Called after each part, with its node where it has no error. */
  readonly onChecked?: (state: CheckState, part: Expression, node: Node | undefined) => void;
}

/** Words without quotes, and what to write instead where this is known. */
interface Word extends Span, Hinted {}

function remedyOf({ hint, instead, start, end }: Word): Pick<Diagnostic, "hint" | "replacement"> {
  return {
    ...(hint !== undefined && { hint }),
    ...(instead !== undefined && { replacement: { start, end, text: instead } }),
  };
}

/** Checks one part of an expression: the node, or undefined after an error that it has reported. */
type CheckPart = (state: CheckState, part: Expression) => Node | undefined;

/** One run of the checker over one expression: what is in view, and what has been found so far. */
export class CheckState {
  readonly scope: ExpressionScope;
  readonly columns = new Set<string>();
  readonly tables = new Set<string>();
  readonly functions = new Set<string>();
  readonly parameters = new Set<string>();
  /** Words without quotes that are taken for texts. */
  readonly words: Word[] = [];
  /** The scanned rows in view, outermost first; the current row is not among them. */
  readonly scans: RowInView[];

  readonly watcher: Watcher | undefined;
  readonly #checkPart: CheckPart;
  readonly #found = new DiagnosticList([], OF_AN_EXPRESSION);
  #locals = 0;
  readonly #names: { readonly name: string; readonly node: Node }[] = [];

  constructor(scope: ExpressionScope, checkPart: CheckPart, watcher?: Watcher) {
    this.scope = scope;
    this.#checkPart = checkPart;
    this.watcher = watcher;
    this.scans = (scope.around ?? []).map((table, index) => ({ slot: index + 1, table }));
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#found.all;
  }

  /** Whether an editor's tree has the name where none is written, or where its cursor is; that has no node and no error. */
  isUnwritten(name: string, row: RowInView | undefined): boolean {
    if (this.watcher === undefined) return false;
    if (name === this.watcher.cursor) this.watcher.onLookup?.(this, row);
    else if (name !== PLACEHOLDER) return false;
    return true;
  }

  /** Checks a part; undefined when it has an error, which is then among the diagnostics. */
  check(part: Expression): Node | undefined {
    const node = this.#checkPart(this, part);
    this.watcher?.onChecked?.(this, part, node);
    return node;
  }

  /** Reports an error at `span` and answers undefined, as checking functions do after one. */
  report<C extends ExpressionCode>(code: C, details: DetailsOf<C>, { start, end }: Span): undefined {
    const diagnostic = diagnoseExpression(code, details, { start, end });
    const word = code.startsWith("type/") && diagnostic.severity === "error" && this.wordIn({ start, end });
    this.#found.add(word && word.hint !== undefined ? { ...diagnostic, ...remedyOf(word) } : diagnostic);
  }

  /** The first words without quotes in a part: most often they are why its type is wrong. */
  wordIn({ start, end }: Span): Word | undefined {
    return this.words.find((one) => start <= one.start && one.end <= end);
  }

  /** Whether errors may name a table or slice. */
  isVisible(table: string): boolean {
    return this.scope.isVisible?.(table) ?? true;
  }

  /** Notes that rows of a table are read. The items of a list are in none. */
  readsTable({ name, items }: TableScope): void {
    if (items === undefined) this.tables.add(name);
  }

  /** A type in a message: it says where a Ref points only if errors may name that table. */
  typeName(type: Type): string {
    return typeName(type, (table) => this.isVisible(table));
  }

  /** A checked part in a message: a literal by its text, anything else by its type. */
  describe(node: Node): string {
    return node.op === "constant" && node.literal ? `the text "${node.literal}"` : this.typeName(node.type);
  }

  /** A check in the same scope, whose diagnostics and references are not those of this one. */
  apart(): CheckState {
    return new CheckState(this.scope, this.#checkPart, this.watcher);
  }

  /** Takes over what was found by checking a part apart. */
  reportAll(diagnostics: readonly Diagnostic[]): void {
    this.#found.addAll(diagnostics);
  }

  /** What a misspelt name most likely means; the first few are looked for. */
  suggest(name: string, candidates: Iterable<string>): string | undefined {
    return this.#found.suggest(name, candidates);
  }

  /** Checks a part about the rows of `table`, which are one slot further in. */
  inRowOf<T>(table: TableScope, checkPart: (slot: RowSlot) => T): T {
    const slot = this.scans.length + 1;
    this.scans.push({ slot, table });
    try {
      return checkPart(slot);
    } finally {
      this.scans.pop();
    }
  }

  /** Checks a part that reads one more local than the part around it. */
  withLocal<T>(checkPart: (local: number) => T): T {
    const local = this.#locals++;
    try {
      return checkPart(local);
    } finally {
      this.#locals--;
    }
  }

  /** Checks a part in which `node` may be read by a name. */
  withName<T>(name: string, node: Node, checkPart: () => T): T {
    this.#names.push({ name, node });
    try {
      return checkPart();
    } finally {
      this.#names.pop();
    }
  }

  /** What a name of LET stands for; the innermost one where there are several. */
  named(word: string): Node | undefined {
    return this.#names.findLast(({ name }) => foldName(name) === foldName(word))?.node;
  }

  /** The names of LET around the part, the innermost last. */
  get namesOfLet(): readonly string[] {
    return this.#names.map(({ name }) => name);
  }

  /** The row that a bare column means: the innermost scanned one, else the current one. */
  get innermostRow(): RowInView | undefined {
    return this.scans.at(-1) ?? this.currentRow;
  }

  get currentRow(): RowInView | undefined {
    return this.scope.row === undefined ? undefined : { slot: 0, table: this.scope.row };
  }
}
