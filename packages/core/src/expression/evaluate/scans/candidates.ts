import type { Family } from "../../../values/index.ts";
import { itemsOf } from "../../operators/index.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import type { TableRows } from "../../runtime/request-context.ts";
import { variesBy } from "../../tree/facts.ts";
import type { Node, RowSlot } from "../../tree/node.ts";
import type { TableScope } from "../../tree/scope.ts";
import { type Compile, caught, mapped, type Part, type Row, rowFinder } from "../frame.ts";

/** The rows a scan looks at: those an index gives for an equality in the condition, else all. */
interface Candidates {
  readonly rows: readonly Row[];
  /** Whether they satisfy the condition: it has no other part. */
  readonly alreadyMatch: boolean;
}

/** The rows of a list as the candidates of a scan. */
export function compileListed(refs: Node, table: TableScope, compile: Compile): Part<Candidates> {
  const finder = rowFinder(table);
  return mapped(compile(refs), (list, { context }) => {
    const items = itemsOf(list);
    context.meter.spend(items.length);
    return { rows: items.map(finder(context)).filter((row) => row !== undefined), alreadyMatch: false };
  });
}

/** Finds the candidates of a scan of `table`, whose rows are in `slot`. */
export function compileCandidates(
  table: string,
  slot: RowSlot,
  condition: Node | undefined,
  compile: Compile,
): Part<Candidates> {
  const binding = condition && findBinding(condition, slot);
  const everyRow = ({ rows }: TableRows): Candidates => ({ rows, alreadyMatch: condition === undefined });
  if (binding === undefined) return { sync: (_, { context }) => everyRow(context.rowsOf(table)) };
  const { column, family, isWhole } = binding;
  const matching = mapped(
    compile(binding.value),
    (value, { context }): Candidates => ({
      rows: context.rowsOf(table).matching(column, family, value),
      alreadyMatch: isWhole,
    }),
  );
  // The condition may never reach the part that fails: evaluating it decides whether the error is met.
  return caught(matching, (error, { context }) => {
    if (error instanceof EvaluationError && error.code.startsWith("run/"))
      return everyRow(context.rowsOf(table));
    throw error;
  });
}

/** An equality that a condition demands of the scanned row: an index finds the rows that can satisfy it. */
interface Binding {
  readonly column: number;
  readonly family: Family;
  /** Reads nothing of the scanned row. */
  readonly value: Node;
  /** Whether the condition demands nothing else. */
  readonly isWhole: boolean;
}

/** The first equality between a column of the row in `slot` and something that does not depend on that row. */
export function findBinding(condition: Node, slot: RowSlot): Binding | undefined {
  if (condition.op === "and") {
    for (const part of condition.conditions) {
      const binding = findBinding(part, slot);
      if (binding !== undefined) return { ...binding, isWhole: false };
    }
    return undefined;
  }
  if (condition.op !== "binary" || condition.rule.operator !== "=" || condition.rule.id !== "comparison")
    return undefined;
  const { left, right, rule } = condition;
  if (rule.left === "list") return undefined;
  const family = rule.left as Family;
  if (left.op === "column" && left.slot === slot && !reads(right, slot))
    return { column: left.index, family, value: right, isWhole: true };
  if (right.op === "column" && right.slot === slot && !reads(left, slot))
    return { column: right.index, family, value: left, isWhole: true };
  return undefined;
}

/** Whether a node reads the row in `slot`, or is different each time it is asked. */
function reads(node: Node, slot: RowSlot): boolean {
  return variesBy(node, (read) => read === slot);
}
