import type { Node } from "./node.ts";
import type { TableScope } from "./scope.ts";
import type { Type } from "./type.ts";

/** What an expression reads, found without running it. */
export interface References {
  /** Columns of the current row. */
  readonly columns: ReadonlySet<string>;
  /** Other tables, by their declared names. */
  readonly tables: ReadonlySet<string>;
}

/**
 * An expression that has passed the checker: the only thing that may be evaluated or compiled to SQL.
 * Made by `check` alone.
 */
export class CheckedExpression {
  readonly source: string;
  readonly root: Node;
  readonly references: References;
  /** The table of the current row, by whose column positions the tree reads. */
  readonly row: TableScope | undefined;

  #evaluator: unknown;

  constructor(source: string, root: Node, references: References, row: TableScope | undefined) {
    this.source = source;
    this.root = root;
    this.references = references;
    this.row = row;
  }

  get type(): Type {
    return this.root.type;
  }

  /** The evaluator of the tree, made at the first call and kept with it; every call names the same maker. */
  evaluatorBy<E>(make: (expression: CheckedExpression) => E): E {
    this.#evaluator ??= make(this);
    return this.#evaluator as E;
  }
}
