import type { Value } from "../../../values/index.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import type { TableRows } from "../../runtime/request-context.ts";
import type { Node, RowSlot } from "../../tree/node.ts";
import type { Compile, Frame, Part, Row } from "../frame.ts";
import { findBinding } from "./find-binding.ts";

/** The rows a scan looks at: those an index gives for an equality in the condition, else all. */
export interface Candidates {
  readonly rows: readonly Row[];
  /** Whether they satisfy the condition: it has no other part. */
  readonly alreadyMatch: boolean;
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
  const matching = (rows: TableRows, value: Value): Candidates => ({
    rows: rows.matching(column, family, value),
    alreadyMatch: isWhole,
  });
  /** The condition may never reach the part that fails: evaluating it decides whether the error is met. */
  const afterError = (error: unknown, { context }: Frame): Candidates => {
    if (error instanceof EvaluationError && error.code.startsWith("run/"))
      return everyRow(context.rowsOf(table));
    throw error;
  };
  const { sync, task } = compile(binding.value);
  if (sync)
    return {
      sync(row, frame) {
        let value: Value;
        try {
          value = sync(row, frame);
        } catch (error) {
          return afterError(error, frame);
        }
        return matching(frame.context.rowsOf(table), value);
      },
    };
  return {
    *task(row, frame) {
      let value: Value;
      try {
        value = yield* task(row, frame);
      } catch (error) {
        return afterError(error, frame);
      }
      return matching(frame.context.rowsOf(table), value);
    },
  };
}
