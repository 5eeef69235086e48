import { CheckedExpression, mapTree, type Node, type TableScope } from "../expression/parts.ts";

/** Makes one expression of others: their sources one after the other, and a tree whose spans are those of the whole. */
export class SourceBuilder {
  readonly #expressions = new Set<CheckedExpression>();
  #source = "";
  #locals = 0;

  /** How long the source is by now. */
  get length(): number {
    return this.#source.length;
  }

  write(text: string): void {
    this.#source += text;
  }

  /** A number that no other local of the expression has. */
  newLocal(): number {
    return this.#locals++;
  }

  /** Adds an expression, and returns its tree. */
  place(expression: CheckedExpression): Node {
    const offset = this.#source.length;
    this.#source += expression.source;
    this.#expressions.add(expression);
    const first = this.#locals;
    let most = -1;
    const moved = mapTree(expression.root, (node) => {
      const { start, end } = node;
      const placed = { ...node, start: start + offset, end: end + offset };
      if (placed.op !== "let" && placed.op !== "local") return placed;
      most = Math.max(most, placed.local);
      return { ...placed, local: placed.local + first };
    });
    this.#locals += most + 1;
    return moved;
  }

  /** From an offset up to what was written last. */
  span(start: number): { readonly start: number; readonly end: number } {
    return { start, end: this.#source.length };
  }

  /** The whole, about a row, with what its parts refer to. */
  expressionOf(root: Node, row: TableScope | undefined): CheckedExpression {
    const used = [...this.#expressions].map(({ references }) => references);
    const references = {
      columns: new Set(used.flatMap(({ columns }) => [...columns])),
      tables: new Set(used.flatMap(({ tables }) => [...tables])),
      functions: new Set(used.flatMap(({ functions }) => [...functions])),
      parameters: new Set(used.flatMap(({ parameters }) => [...parameters])),
      formulas: used.flatMap(({ formulas }) => formulas),
    };
    return new CheckedExpression(this.#source, root, references, row);
  }
}
