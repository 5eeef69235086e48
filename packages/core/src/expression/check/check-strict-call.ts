import type { Call, Expression } from "../syntax/ast.ts";
import type { CallArgument, CallNode, Node } from "../tree/node.ts";
import type { FunctionEvaluator } from "../tree/rules.ts";
import { listOf, type ScalarKind, scalar, type Type } from "../tree/type.ts";
import { hasRightCount } from "./check-call.ts";
import type { CheckState } from "./check-state.ts";
import { constantName } from "./constant-name.ts";
import { fitArgument } from "./fit-argument.ts";
import type { FunctionDefinition, ResultDeclaration } from "./function-definition.ts";
import type { Parameter } from "./parameter.ts";

/** What a strict function adds to its definition: its evaluator for some argument types, and how these relate. */
export interface StrictTyping {
  readonly evaluatorFor: (types: readonly Type[]) => FunctionEvaluator;
  readonly result: ResultDeclaration;
  readonly relate: Relate | undefined;
}

/** The arguments of a call brought together by type; undefined after an error, which it has reported. */
export type Relate = (state: CheckState, parts: readonly Node[], call: Call) => readonly Node[] | undefined;

/** The node of a call whose arguments are all evaluated before it; undefined after an error. */
export function checkStrictCall(
  state: CheckState,
  call: Call,
  definition: FunctionDefinition,
  typing: StrictTyping,
): CallNode | undefined {
  const parameterAt = (index: number) => parameterFor(definition.parameters, index);
  const checked = call.arguments.map((part, index) => checkPart(state, definition, parameterAt(index), part));
  if (!hasRightCount(state, call, definition) || checked.includes(undefined)) return undefined;
  const related =
    typing.relate === undefined ? (checked as Node[]) : typing.relate(state, checked as Node[], call);
  const parts = related?.map((node, index) => {
    const parameter = parameterAt(index) as Parameter;
    return parameter.type === "Name" ? node : fitArgument(state, definition.name, parameter, node);
  });
  if (parts === undefined || parts.includes(undefined)) return undefined;
  const fitted = parts as Node[];
  const evaluator = typing.evaluatorFor(fitted.map(({ type }) => type));
  const { start, end } = call;
  const values = gatherRepeated(definition.parameters, fitted);
  return {
    op: "call",
    definition,
    evaluator,
    arguments: values,
    type: resultOf(typing.result, fitted),
    start,
    end,
  };
}

function parameterFor(parameters: readonly Parameter[], index: number): Parameter | undefined {
  if (index < parameters.length) return parameters[index];
  const repeated = parameters.filter((parameter) => parameter.repeat === true);
  return repeated[(index - parameters.length) % repeated.length];
}

function checkPart(
  state: CheckState,
  definition: FunctionDefinition,
  parameter: Parameter | undefined,
  part: Expression,
): Node | undefined {
  if (parameter?.type !== "Name") return state.check(part);
  const name = constantName(state, part, definition.name, parameter.name);
  if (name === undefined) return undefined;
  return {
    op: "constant",
    value: name,
    type: scalar("Text"),
    start: part.start,
    end: part.end,
  };
}

/** One entry per parameter: repeated arguments as one array in the place of the first repeated parameter. */
function gatherRepeated(parameters: readonly Parameter[], parts: readonly Node[]): readonly CallArgument[] {
  const firstRepeated = parameters.findIndex((parameter) => parameter.repeat === true);
  if (firstRepeated < 0) return parameters.map((_, index) => parts[index]);
  return [...parts.slice(0, firstRepeated), parts.slice(firstRepeated)];
}

function resultOf(declared: ResultDeclaration, parts: readonly Node[]): Type {
  if (typeof declared !== "string") return declared.of(parts);
  const item = declared.startsWith("List of ") ? declared.slice("List of ".length) : declared;
  const kind = item as ScalarKind;
  return item === declared ? scalar(kind) : listOf(scalar(kind));
}

export function isGroup(argument: CallArgument): argument is readonly Node[] {
  return Array.isArray(argument);
}
