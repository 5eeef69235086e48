import type { Decision, RuleSet } from "./decision.ts";
import type { HitPolicy } from "./rules-shape.ts";

/** A decision as its author wrote it, for showing, testing and comparing decisions. */
export interface DecisionDescription {
  readonly name: string;
  readonly kind: "formula" | "table" | "rules";
  /** Of a table or a list of rules. */
  readonly hit?: HitPolicy;
  /** The source of the formula; of a formula only. */
  readonly formula?: string;
  /** The sources of the inputs; of a table only. */
  readonly inputs?: readonly string[];
  readonly outputs: readonly string[];
  /** In the order of the definition; none of a formula. */
  readonly rows: readonly RowDescription[];
  /** Whether the definition says what the outputs are where no row matches. */
  readonly hasOtherwise: boolean;
  /** What each output has where no row matches, as written; empty where that is nothing. Missing where all are. */
  readonly otherwise?: readonly string[];
}

/** A row of a decision table, or a rule, as its author wrote it. */
export interface RowDescription {
  /** From 1. */
  readonly row: number;
  /** The name of a rule. */
  readonly rule?: string;
  /** Of a table the cells of its inputs as written, of a rule its condition. */
  readonly cells: readonly string[];
  /** What the row gives each output as written; empty where it gives it nothing. */
  readonly gives: readonly string[];
}

export function describeDecisions({ decisions }: RuleSet): readonly DecisionDescription[] {
  return decisions.map(describeDecision);
}

function describeDecision({ name, outputs, body }: Decision): DecisionDescription {
  const own = { name, outputs: outputs.map((output) => output.name) };
  if (body.kind === "formula")
    return {
      ...own,
      kind: "formula",
      formula: body.formula.expression.source,
      rows: [],
      hasOtherwise: false,
    };
  const rows = body.rows.toSorted((left, right) => left.number - right.number);
  return {
    ...own,
    kind: body.kind,
    hit: body.hit,
    ...(body.kind === "table" ? { inputs: body.inputs.map(({ source }) => source) } : {}),
    rows: rows.map(({ number, name: rule, cells, gives }) => ({
      row: number,
      ...(rule === undefined ? {} : { rule }),
      cells,
      gives,
    })),
    hasOtherwise: outputs.some(({ otherwise }) => otherwise !== undefined),
    ...(outputs.some(({ written }) => written !== "")
      ? { otherwise: outputs.map(({ written }) => written) }
      : {}),
  };
}
