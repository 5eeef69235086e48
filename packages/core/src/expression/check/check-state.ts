/** Mutual recursion: checking an expression checks its parts, and a function says itself how its call is checked. */
import {
  type DetailsOf,
  type Diagnostic,
  DiagnosticList,
  diagnoseExpression,
  type ExpressionCode,
  OF_AN_EXPRESSION,
  type Span,
} from "../../diagnostics/index.ts";
import type { Expression } from "../syntax/ast.ts";
import type { Node, RowSlot } from "../tree/node.ts";
import type { TableScope } from "../tree/scope.ts";
import { checkExpression } from "./check-expression.ts";
import type { ExpressionScope } from "./expression-scope.ts";

/** A row in view while a part of an expression is checked. */
export interface RowInView {
  readonly slot: RowSlot;
  readonly table: TableScope;
}

/** Looks on while an unfinished expression is checked: it hears when a column of this name is looked up. */
export interface Probe {
  readonly column: string;
  readonly meet: (state: CheckState, row: RowInView | undefined) => undefined;
}

/** One run of the checker over one expression: what is in view, and what has been found so far. */
export class CheckState {
  readonly scope: ExpressionScope;
  readonly columns = new Set<string>();
  readonly tables = new Set<string>();
  /** The scanned rows in view, outermost first; the current row is not among them. */
  readonly scans: RowInView[] = [];

  readonly probe: Probe | undefined;
  readonly #found = new DiagnosticList([], OF_AN_EXPRESSION);
  #locals = 0;

  constructor(scope: ExpressionScope, probe?: Probe) {
    this.scope = scope;
    this.probe = probe;
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#found.all;
  }

  /** Checks a part; undefined when it has an error, which is then among the diagnostics. */
  check(part: Expression): Node | undefined {
    return checkExpression(this, part);
  }

  /** Reports an error at `span` and answers undefined, as checking functions do after one. */
  report<C extends ExpressionCode>(code: C, details: DetailsOf<C>, span: Span): undefined {
    const { tells } = this.scope;
    const shown = tells === undefined ? details : withoutHiddenRefs(details as object, tells);
    this.#found.add(diagnoseExpression(code, shown as DetailsOf<C>, { start: span.start, end: span.end }));
  }

  /** Whether errors may name a table or slice. */
  tells(table: string): boolean {
    return this.scope.tells?.(table) ?? true;
  }

  /** Takes over what was found by checking a part apart. */
  reportAll(diagnostics: readonly Diagnostic[]): void {
    this.#found.addAll(diagnostics);
  }

  /** What a misspelt name most likely means; the first few are looked for. */
  suggest(name: string, candidates: Iterable<string>): string | undefined {
    return this.#found.suggest(name, candidates);
  }

  /** Checks a part about the rows of `table`, which stand one slot further in. */
  inRowOf<T>(table: TableScope, checkPart: (slot: RowSlot) => T): T {
    const slot = this.scans.length + 1;
    this.scans.push({ slot, table });
    try {
      return checkPart(slot);
    } finally {
      this.scans.pop();
    }
  }

  /** Checks a part that reads one more local than what stands around it. */
  withLocal<T>(checkPart: (local: number) => T): T {
    const local = this.#locals++;
    try {
      return checkPart(local);
    } finally {
      this.#locals--;
    }
  }

  /** The row that a bare column means: the innermost scanned one, else the current one. */
  get innermostRow(): RowInView | undefined {
    return this.scans.at(-1) ?? this.currentRow;
  }

  get currentRow(): RowInView | undefined {
    return this.scope.row === undefined ? undefined : { slot: 0, table: this.scope.row };
  }
}

/** Types in details say where a Ref points, which not every caller may know. */
function withoutHiddenRefs(details: object, tells: (table: string) => boolean): object {
  const entries = Object.entries(details).map(([name, value]) => {
    const table = typeof value === "string" ? REF.exec(value)?.groups?.table : undefined;
    return [name, table === undefined || tells(table) ? value : value.slice(0, -` of ${table}`.length)];
  });
  return Object.fromEntries(entries);
}

/** As `typeName` writes it. */
const REF = /^(List of )*Ref of (?<table>.+)$/s;
