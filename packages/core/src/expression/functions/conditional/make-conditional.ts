import { coerceArgument } from "../../check/arguments.ts";
import type { CallForm } from "../../check/function-definition.ts";
import { textLiteral } from "../../check/literals.ts";
import { unify } from "../../check/unify.ts";
import type { Call } from "../../syntax/ast.ts";
import type { ConditionalNode, ConstantNode, Node } from "../../tree/node.ts";
import type { Type } from "../../tree/type.ts";

/** A condition and the result it guards, each undefined after an error of its own. */
export interface CheckedBranch {
  readonly condition: Node | undefined;
  readonly value: Node | undefined;
}

/** Branches and what else holds as one node, their results brought to one type; undefined after an error. */
export function makeConditional(
  form: CallForm,
  branches: readonly CheckedBranch[],
  otherwise: Node | undefined,
): ConditionalNode | undefined {
  const conditions = branches.map(({ condition }) => condition);
  const results = [...branches.map(({ value }) => value), otherwise];
  if (conditions.includes(undefined) || results.includes(undefined)) return undefined;
  const unified = unifyResults(form, results as Node[]);
  if (unified === undefined) return undefined;
  const { type, nodes } = unified;
  const { start, end } = form.call;
  const joined = conditions.map((condition, at) => ({ condition, value: nodes[at] }));
  return {
    op: "conditional",
    branches: joined as ConditionalNode["branches"],
    otherwise: nodes.at(-1) as Node,
    type,
    start,
    end,
  };
}

/** Results brought to one type; undefined, and reported, where they have none. */
export function unifyResults(
  { state, definition }: CallForm,
  results: readonly Node[],
): { readonly type: Type; readonly nodes: readonly Node[] } | undefined {
  const unified = unify(results, state.scope.locale);
  if (unified.type !== undefined) return unified;
  const { first, other } = unified;
  const details = {
    where: `The results of ${definition.name}`,
    first: state.typeName(first),
    other: state.describe(other),
  };
  return state.report("type/mixed", details, other);
}

/** A part as the condition of IF or IFS. */
export function fitCondition({ state, definition }: CallForm, part: Node | undefined): Node | undefined {
  return part && coerceArgument(state, definition.name, { name: "condition", type: "Yes/No" }, part);
}

/** Whether no condition or case lacks its result, nor SWITCH its last one; reports when not. */
export function hasPairs(form: CallForm): boolean {
  if (form.call.arguments.length % 2 === 0) return true;
  reportUnpaired(form);
  return false;
}

/** Reports a value that lacks the one that belongs to it. */
export function reportUnpaired({ state, call, definition }: CallForm): undefined {
  const { name, syntax } = definition;
  return state.report("call/unpaired-arguments", { function: name, syntax }, call);
}

/** The result where no condition is TRUE and none is given: a blank, which fits every type. */
export function blankResult({ end }: Call): ConstantNode {
  return textLiteral("", { start: end, end });
}

/** A constant may be read again for each case, as a literal's type follows the case; anything else is read as a local. */
export function asRead(value: Node, { start, end }: Node, local: number): Node {
  if (value.op === "constant") return value;
  return { op: "local", local, type: value.type, start, end };
}

/** A body with the value that it reads as a local. */
export function within(value: Node, body: Node, local: number): Node {
  if (value.op === "constant") return body;
  const { type, start, end } = body;
  return { op: "let", local, value, body, type, start, end };
}
