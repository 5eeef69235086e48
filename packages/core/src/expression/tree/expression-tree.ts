import type { JsonValue } from "../../values/index.ts";
import type { BinaryNode, Node } from "./node.ts";
import { everyTable, typeName } from "./type.ts";
import { writeJson } from "./value-forms.ts";
import { partsWithRoles, unwind } from "./walk.ts";

/**
 * A part of a checked expression as plain JSON: every name is resolved and every conversion is a part. New kinds and members may be
 * added; those that there are keep their meaning.
 */
export interface ExpressionTree {
  /** `column`, `binary`, `call` …: the kinds of `docs/expression-api.md`. */
  readonly kind: Node["op"];
  /** `Decimal`, `List of Text`, `Ref of Orders` … */
  readonly type: string;
  /** The span in the source, in UTF-16 units; `end` is one after the last. */
  readonly start: number;
  readonly end: number;
  /** What the part is to the one around it: `left`, `condition`, `arguments` …; missing at the root. */
  readonly role?: string;
  /** Of a column, a parameter or a call. */
  readonly name?: string;
  /** Of a constant. */
  readonly value?: JsonValue;
  /** Of a `binary`. */
  readonly operator?: string;
  /** The step of a `convert`. */
  readonly conversion?: string;
  /** The table of the rows that the part reads; empty for the items of a list. */
  readonly table?: string;
  /** Which row in view is read, or brought into view: 0 is the current row, -1 the row before the change. */
  readonly row?: number;
  /** The number of the value that a `let` names and a `local` reads. */
  readonly local?: number;
  /** The source of a `formula`: a computed column or the filter of a slice. */
  readonly formula?: string;
  /** In the order of evaluation. */
  readonly parts: readonly ExpressionTree[];
}

/** The tree of a checked expression in its public form. */
export function expressionTree(root: Node, role?: string): ExpressionTree {
  if (root.op !== "binary") {
    const parts = partsWithRoles(root).map(([roleOfPart, part]) => expressionTree(part, roleOfPart));
    return treeOf(root, role, parts);
  }
  // A chain of operators may be thousands long.
  const { first, steps } = unwind(root);
  return steps.reduce(
    (left: ExpressionTree, step: BinaryNode) =>
      treeOf(step, step === root ? role : "left", [left, expressionTree(step.right, "right")]),
    expressionTree(first, "left"),
  );
}

function treeOf(node: Node, role: string | undefined, parts: readonly ExpressionTree[]): ExpressionTree {
  const { op: kind, type, start, end } = node;
  return {
    kind,
    type: typeName(type, everyTable),
    start,
    end,
    ...(role === undefined ? {} : { role }),
    ...detailsOf(node),
    ...("table" in node ? { table: node.table.name } : {}),
    ...("slot" in node ? { row: node.slot } : {}),
    parts,
  };
}

function detailsOf(node: Node): Partial<ExpressionTree> {
  switch (node.op) {
    case "constant":
      return { value: writeJson(node.value, node.type) };
    case "column":
    case "parameter":
      return { name: node.name };
    case "call":
      return { name: node.definition.name };
    case "binary":
      return { operator: node.rule.operator };
    case "convert":
      return { conversion: node.conversion.id };
    case "let":
    case "local":
      return { local: node.local };
    case "formula":
      return { formula: node.formula.source };
    default:
      return {};
  }
}
