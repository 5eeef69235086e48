import type { Node, RowSlot } from "./node.ts";
import type { TableScope } from "./scope.ts";
import type { Type } from "./type.ts";

/** What an expression reads, found without running it. */
export interface References {
  /** Columns of the current row. */
  readonly columns: ReadonlySet<string>;
  /** Other tables, by their declared names. */
  readonly tables: ReadonlySet<string>;
  /** Functions that are called, and parameters that are read, as `[_PARAM].[name]`. */
  readonly functions: ReadonlySet<string>;
  readonly parameters: ReadonlySet<string>;
  /** Computed columns and filters, each as often as it is in the tree. */
  readonly formulas: readonly CheckedExpression[];
}

/**
 * An expression that has passed the checker: the only thing that may be rewritten, and so be evaluated, planned or compiled
 * to SQL. Its tree is what was written, as the reference evaluator reads it. Only `check` makes it.
 */
export class CheckedExpression {
  readonly source: string;
  readonly root: Node;
  readonly references: References;
  /** The table of the current row, by whose column positions the tree reads. */
  readonly row: TableScope | undefined;
  /** The slot of the row that a bare column is read from: 0 unless there are rows around the expression. */
  readonly innermost: RowSlot;

  #rewritten: unknown;

  constructor(
    source: string,
    root: Node,
    references: References,
    row: TableScope | undefined,
    innermost: RowSlot = 0,
  ) {
    this.source = source;
    this.root = root;
    this.references = references;
    this.row = row;
    this.innermost = innermost;
  }

  get type(): Type {
    return this.root.type;
  }

  /** What `rewrite` makes of it, at the first call, and is kept with it; every call names the same maker. */
  rewrittenBy<R>(make: (expression: CheckedExpression) => R): R {
    this.#rewritten ??= make(this);
    return this.#rewritten as R;
  }
}
