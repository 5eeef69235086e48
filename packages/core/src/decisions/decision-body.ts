import {
  type CheckedExpression,
  EvaluationError,
  isVolatile,
  mayFail,
  type Node,
  objectOf,
  type StoredScopeColumn,
  scalar,
  type TableScope,
  type Type,
} from "../expression/parts.ts";
import type { CalledFunction } from "../expression/tree/rules.ts";
import type { Value } from "../values/index.ts";
import { conjunctionOf } from "./analysis/diagnose-conditions.ts";
import { areExclusive } from "./analysis/findings.ts";
import { plainTree } from "./analysis/plain-tree.ts";
import type { Decision, DecisionRow, Output, Placed, RowsBody } from "./decision.ts";
import { applyPolicy, conditionalOf, type Hit, inOrderOfDeciding } from "./hit-policy.ts";
import { SourceBuilder } from "./source-builder.ts";

/** What a call of a decision gives: an object of its outputs where it names them, else the value of its only one. */
export function resultTypeOf({ outputs, namesOutputs }: ResultOf): Type {
  const [only] = outputs;
  if (!namesOutputs && only !== undefined) return only.type;
  return objectOf(
    outputs.map(({ name, type, declaredAt }, index) => ({ isVirtual: false, name, type, index, declaredAt })),
  );
}

interface ResultOf extends Pick<Decision, "namesOutputs"> {
  readonly outputs: readonly Pick<Output, "name" | "type" | "declaredAt">[];
}

/** Hears of a row, a rule or a formula that decided; `otherwise` of a table where no row matched. */
export type HearFired = (decision: string, row: number | "otherwise") => void;

/**
 * A decision as an expression about the row of its parameters, so that evaluators, plans, traces and SQL read it as any other. Where at
 * most one row can count, it is the IFS of its rows. Else its hit policy is a function of the values of the rows that match, which is
 * evaluated and never compiled to SQL. Its source shows the conditions and values as expressions. With `fired` it is evaluated each time, and never compiled to SQL.
 */
export function bodyOf(
  decision: Decision,
  row: TableScope,
  locale: string,
  fired: HearFired | undefined,
): CheckedExpression {
  const { body } = decision;
  if (body.kind !== "formula")
    return writeBody(decision, body, row, fired, firstHitRows(decision, body, locale));
  const { expression } = body.formula;
  if (fired === undefined) return expression;
  const out = new SourceBuilder();
  return out.expressionOf(
    heard(out.place(expression), () => fired(decision.name, "otherwise")),
    row,
  );
}

/** A value that notes when it is computed. */
function heard(value: Node, tell: () => void): Node {
  const { type, start, end } = value;
  const evaluator = (given: unknown) => {
    tell();
    return given as Value;
  };
  return { op: "call", definition: HEARD, evaluator, arguments: [value], type, start, end };
}

const HEARD: CalledFunction = {
  name: "FIRED",
  isPure: false,
  isDetermined: false,
  isVolatile: false,
  skipsBlanks: false,
};

/** The rows in such an order that the first that matches decides; undefined where others may count as well. */
function firstHitRows(
  { outputs }: Decision,
  body: RowsBody,
  locale: string,
): readonly DecisionRow[] | undefined {
  const { hit, kind, rows } = body;
  if (hit === "first") return rows;
  const conditions = rows.map((row) => row.conditions.map(({ expression }) => expression));
  // These try every row, so that an error in the condition of any is one of the decision.
  if (conditions.flat().some((condition) => isVolatile(condition) || mayFail(condition))) return undefined;
  if (hit === "priority" && kind === "table") return inOrderOfDeciding(outputs, body);
  if (hit === "priority") return rows.every(givesEverything) ? rows : undefined;
  if (hit !== "unique" && hit !== "any") return undefined;
  const trees = conditions.map((parts) => conjunctionOf(parts.map((one) => plainTree(one))));
  return areExclusive(trees, locale) ? rows : undefined;
}

/** Whether a rule gives each output a value that is no formula. */
function givesEverything({ outputs }: DecisionRow): boolean {
  return outputs.every((placed) => {
    const node = placed && plainTree(placed.expression);
    return node?.op === "constant" && node.value !== null;
  });
}

const YES_NO = scalar("Yes/No");

/** Writes the source of a body, and makes the tree whose spans are those of this source. */
function writeBody(
  decision: Decision,
  body: RowsBody,
  scope: TableScope,
  fired: HearFired | undefined,
  firstHit: readonly DecisionRow[] | undefined,
): CheckedExpression {
  const out = new SourceBuilder();
  return out.expressionOf(firstHit === undefined ? chosen() : firstOf(firstHit), scope);

  function firstOf(rows: readonly DecisionRow[]): Node {
    out.write("IFS(");
    const condition = (row: DecisionRow) => {
      const node = writeCondition(row);
      out.write(", ");
      return node;
    };
    const value = (given: readonly (Placed | undefined)[], row: number | "otherwise") => {
      if (row === "otherwise") out.write("TRUE, ");
      const node = result(given);
      out.write(row === "otherwise" ? ")" : ",\n    ");
      return fired === undefined ? node : heard(node, () => fired(decision.name, row));
    };
    const type = resultTypeOf(decision);
    return { ...conditionalOf(decision.outputs, rows, type, condition, value), ...out.span(0) };
  }

  /** All rows that match are handed to the hit policy; what it leaves open has the default or the value of "otherwise". */
  function chosen(): Node {
    const { outputs } = decision;
    const { hit, rows } = body;
    const name = hit.toUpperCase();
    out.write(`${name.replaceAll(" ", "_")}(`);
    const rowType = objectOf([...outputs.map(({ itemType }) => itemType), YES_NO].map(placeOf));
    const matches = rows.map((row, index) => {
      const start = out.length;
      out.write(index === 0 ? "IF(" : ",\n    IF(");
      const condition = writeCondition(row);
      out.write(", ");
      const at = out.length;
      const values = row.outputs.map((placed, place) => {
        if (place > 0) out.write(", ");
        return writeValue(placed, (outputs[place] as Output).itemType);
      });
      const items = [...values, constant(true, YES_NO, out.span(at))];
      const value: Node = { op: "list", items, type: rowType, ...out.span(at) };
      out.write(', "")');
      const span = out.span(start);
      const otherwise = constant(null, rowType, span);
      return {
        op: "conditional",
        branches: [{ condition, value }],
        otherwise,
        type: rowType,
        ...span,
      } as const;
    });
    const shape = objectOf([YES_NO, ...outputs.flatMap(({ type }) => [YES_NO, type])].map(placeOf));
    const span = out.span(0);
    const definition: CalledFunction = {
      name,
      isPure: fired === undefined,
      isDetermined: fired === undefined,
      isVolatile: false,
      skipsBlanks: false,
    };
    const value: Node = {
      op: "call",
      definition,
      evaluator: policyOf(decision, body, fired),
      arguments: [matches],
      type: shape,
      ...span,
    };
    const local = out.newLocal();
    const field = (index: number, type: Type): Node => ({
      op: "dereference",
      ref: { op: "local", local, type: shape, ...span },
      table: shape.shape,
      slot: 1,
      field: { op: "column", slot: 1, index, name: `${index}`, type, ...span },
      type,
      ...span,
    });
    out.write(", ");
    const results = outputs.map((output, at): Node => {
      const { type } = output;
      const given = { condition: field(1 + 2 * at, YES_NO), value: field(2 + 2 * at, type) };
      const standard = { condition: field(0, YES_NO), value: writeValue(output.default, type) };
      out.write(", ");
      const otherwise = writeValue(output.otherwise, type);
      return { op: "conditional", branches: [given, standard], otherwise, type, ...span };
    });
    out.write(")");
    const type = resultTypeOf(decision);
    const whole: Node = !decision.namesOutputs
      ? (results[0] as Node)
      : { op: "list", items: results, type, ...span };
    return { op: "let", local, value, body: whole, type, ...out.span(0) };
  }

  function writeCondition({ conditions }: DecisionRow): Node {
    const start = out.length;
    if (conditions.length === 0) {
      out.write("TRUE");
      return constant(true, YES_NO, out.span(start));
    }
    const [only] = conditions;
    if (conditions.length === 1 && only !== undefined) return out.place(only.expression);
    out.write("AND(");
    const parts = conditions.map(({ expression }, index) => {
      if (index > 0) out.write(", ");
      return out.place(expression);
    });
    out.write(")");
    return { op: "and", conditions: parts, type: YES_NO, ...out.span(start) };
  }

  /** The values of the outputs as the result of a call. */
  function result(placed: readonly (Placed | undefined)[]): Node {
    const { outputs, namesOutputs } = decision;
    const [only] = outputs;
    if (!namesOutputs && only !== undefined) return writeValue(placed[0], only.type);
    const start = out.length;
    out.write("LIST(");
    const items = outputs.map(({ type }, index) => {
      if (index > 0) out.write(", ");
      return writeValue(placed[index], type);
    });
    out.write(")");
    return { op: "list", items, type: resultTypeOf(decision), ...out.span(start) };
  }

  function writeValue(placed: Placed | undefined, type: Type): Node {
    const start = out.length;
    if (placed === undefined) {
      out.write(type.kind === "List" ? "LIST()" : '""');
      return constant(type.kind === "List" ? [] : null, type, out.span(start));
    }
    const node = out.place(placed.expression);
    return node.op === "constant" ? { ...node, type } : node;
  }
}

/** A field by its position. A Yes/No before a value says whether it counts. */
function placeOf(type: Type, index: number): StoredScopeColumn {
  return { isVirtual: false, name: `${index}`, type, index };
}

function constant(value: Value, type: Type, span: { readonly start: number; readonly end: number }): Node {
  return { op: "constant", value, type, ...span };
}

/**
 * The hit policy as a function of the rows: blank for one that does not match, else its values. Gives whether a row fires, then for each
 * output whether it has a value, and the value.
 */
function policyOf(
  decision: Decision,
  body: RowsBody,
  tell: HearFired | undefined,
): (...matches: unknown[]) => Value {
  return (matches) => {
    const hits: Hit[] = [];
    for (const [index, values] of (matches as readonly (readonly Value[] | null)[]).entries()) {
      if (values === null) continue;
      const row = body.rows[index] as DecisionRow;
      hits.push({
        row,
        values: row.outputs.map((placed, at) => (placed === undefined ? undefined : (values[at] as Value))),
      });
      if (row.stops) break;
    }
    const chosen = applyPolicy(decision, body, hits);
    if ("code" in chosen) throw new EvaluationError("run/decision", { problem: chosen.message });
    if (tell !== undefined) {
      for (const { row } of chosen.fired) tell(decision.name, row.number);
      if (chosen.fired.length === 0) tell(decision.name, "otherwise");
    }
    const blank = (index: number) => (decision.outputs[index]?.type.kind === "List" ? [] : null);
    return [
      chosen.fired.length > 0,
      ...chosen.values.flatMap((value, index) => [value !== undefined, value ?? blank(index)]),
    ] as Value;
  };
}
