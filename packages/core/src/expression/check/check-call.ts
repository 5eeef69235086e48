import type { Call, Expression } from "../syntax/ast.ts";
import { ARGUMENT_HABITS, functionHabit, isForeignFunction } from "../syntax/habits.ts";
import { type CallArgument, type CallNode, constant, type Node } from "../tree/node.ts";
import type { FunctionEvaluator } from "../tree/rules.ts";
import { listOf, type ScalarKind, scalar, type Type } from "../tree/type.ts";
import { coerceArgument, constantName } from "./arguments.ts";
import type { CheckState } from "./check-state.ts";
import { columnsOfTable } from "./columns.ts";
import { type CallForm, type Parameter, type ResultDeclaration, syntaxOf } from "./function-definition.ts";

export function checkCall(state: CheckState, call: Call): Node | undefined {
  const name = call.legacy ? LEGACY_NAMES[call.name.toUpperCase()] : call.name;
  const definition = state.scope.functions.get(name?.toUpperCase() ?? "");
  if (definition !== undefined) {
    state.functions.add(definition.name);
    return definition.check({ state, call, definition });
  }
  for (const argument of call.arguments) state.check(argument);
  const leftOut = state.scope.leftOut?.find(({ family }) => call.name.toUpperCase().startsWith(family));
  if (leftOut !== undefined)
    return state.report("name/function-left-out", { name: call.name, ...leftOut }, call.nameSpan);
  const hint =
    functionHabit(call.name) ?? lastNameHint(state, call.name) ?? columnsOfTable(state, call.name)?.hint;
  const isKnown = isForeignFunction(call.name) || hint !== undefined;
  const suggestion = isKnown ? undefined : state.suggest(call.name, state.scope.functions.keys());
  return state.report("name/unknown-function", { name: call.name, suggestion, hint }, call.nameSpan);
}

/** `NOT ISBLANK(…)`, `new Date(…)` and `Math.round(…)`: the last word is the name of a function. */
function lastNameHint({ scope }: CheckState, name: string): string | undefined {
  const words = name.toUpperCase().split(/[\s.]+/);
  const last = words.at(-1) ?? "";
  if (words.length < 2) return undefined;
  if (!scope.functions.has(last)) return name.includes(".") ? functionHabit(last) : undefined;
  return words[0] === "NOT" ? `Write NOT(${last}(…)).` : `Write ${last}(…).`;
}

/** Values once written `@(_NAME)`. */
const LEGACY_NAMES: Readonly<Record<string, string>> = {
  TODAY: "TODAY",
  NOW: "NOW",
  TIMENOW: "TIMENOW",
  HERE: "HERE",
  USERNAME: "USERNAME",
  USEREMAIL: "USEREMAIL",
  UNIQUE: "UNIQUEID",
};

/** Whether the call has as many arguments as its parameters allow; reports when not. */
export function hasRightCount({ state, call, definition }: CallForm): boolean {
  const { parameters, name } = definition;
  const actual = call.arguments.length;
  const details = { function: name, syntax: definition.syntax, actual };
  const required = parameters.filter((parameter) => parameter.optional !== true).length;
  if (actual < required) {
    state.report("call/too-few-arguments", details, call);
    return false;
  }
  const repeats = parameters.some((parameter) => parameter.repeat === true);
  if (actual <= parameters.length || repeats) return true;
  const wantsList = parameters[0]?.type.startsWith("List") && parameters.length === 1;
  const isFiltered = wantsList && actual === 2 && call.arguments[0]?.kind === "table-column";
  const listHint = isFiltered
    ? `Write ${name}(SELECT(Table[Column], condition)).`
    : `Put the values in one list: ${name}(LIST(…)).`;
  const hint = wantsList ? listHint : ARGUMENT_HABITS.get(name);
  state.report("call/too-many-arguments", { ...details, hint }, call);
  return false;
}

/** What a strict function adds to its definition: its evaluator for some argument types, and how these relate. */
export interface StrictTyping {
  readonly evaluatorFor: (types: readonly Type[]) => FunctionEvaluator;
  readonly result: ResultDeclaration;
  readonly unifyArguments: UnifyArguments | undefined;
}

/** The arguments of a call brought together by type; undefined after an error, which it has reported. */
export type UnifyArguments = (
  state: CheckState,
  parts: readonly Node[],
  call: Call,
) => readonly Node[] | undefined;

/** The node of a call whose arguments are all evaluated before it; undefined after an error. */
export function checkStrictCall(form: CallForm, typing: StrictTyping): CallNode | undefined {
  const { parameters } = form.definition;
  const checked = form.call.arguments.map((part, at) => checkPart(form, parameterFor(parameters, at), part));
  if (!hasRightCount(form) || checked.includes(undefined)) return undefined;
  return strictCallOf(form, checked as Node[], typing);
}

/** The arguments of a call, checked and as many as the parameters; undefined after an error. */
export function checkedArguments(form: CallForm): readonly Node[] | undefined {
  const checked = form.call.arguments.map((part) => form.state.check(part));
  return hasRightCount(form) && !checked.includes(undefined) ? (checked as readonly Node[]) : undefined;
}

/** As `checkStrictCall`, of arguments that are checked and as many as the parameters. */
export function strictCallOf(
  { state, call, definition }: CallForm,
  checked: readonly Node[],
  typing: StrictTyping,
): CallNode | undefined {
  const parameterAt = (index: number) => parameterFor(definition.parameters, index);
  const related = typing.unifyArguments === undefined ? checked : typing.unifyArguments(state, checked, call);
  if (related !== undefined && isTurnedRound(definition.parameters, related)) {
    const hint = `The other way round: ${syntaxOf(definition.name, definition.parameters)}.`;
    coerceArgument(state, definition.name, parameterAt(0) as Parameter, related[0] as Node, hint);
    return undefined;
  }
  const parts = related?.map((node, index) => {
    const parameter = parameterAt(index) as Parameter;
    return parameter.type === "Name" ? node : coerceArgument(state, definition.name, parameter, node);
  });
  if (parts === undefined || parts.includes(undefined)) return undefined;
  const coerced = parts as Node[];
  const evaluator = typing.evaluatorFor(coerced.map(({ type }) => type));
  const values = gatherRepeated(definition.parameters, coerced);
  const type = resultOf(typing.result, coerced);
  return { op: "call", definition, evaluator, arguments: values, type, start: call.start, end: call.end };
}

/** Whether the first two arguments are in the wrong order: a list for the value and a value for the list. */
function isTurnedRound([first, second]: readonly Parameter[], [one, other]: readonly Node[]): boolean {
  const isList = [first, second].map((parameter) => parameter?.type.startsWith("List") === true);
  const isListGiven = [one, other].map((node) => node?.type.kind === "List");
  const isSingle = first?.type !== "Anything" && first?.type !== "Name";
  return (
    isSingle &&
    other !== undefined &&
    !isList[0] &&
    isList[1] === true &&
    isListGiven[0] === true &&
    !isListGiven[1]
  );
}

function parameterFor(parameters: readonly Parameter[], index: number): Parameter | undefined {
  if (index < parameters.length) return parameters[index];
  const repeated = parameters.filter((parameter) => parameter.repeat === true);
  return repeated[(index - parameters.length) % repeated.length];
}

function checkPart(
  { state, definition }: CallForm,
  parameter: Parameter | undefined,
  part: Expression,
): Node | undefined {
  if (parameter?.type !== "Name") return state.check(part);
  const name = constantName(state, part, definition.name, parameter.name);
  return name === undefined ? undefined : constant(name, scalar("Text"), part);
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
