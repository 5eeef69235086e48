import type { Call } from "../syntax/ast.ts";
import { ARGUMENT_HABITS, functionHabit, isForeignFunction } from "../syntax/habits.ts";
import type { Node } from "../tree/node.ts";
import type { CheckState } from "./check-state.ts";
import type { FunctionDefinition } from "./function-definition.ts";
import { syntaxOf } from "./parameter.ts";

export function checkCall(state: CheckState, call: Call): Node | undefined {
  const name = call.legacy ? LEGACY_NAMES[call.name.toUpperCase()] : call.name;
  const definition = state.scope.functions.get(name?.toUpperCase() ?? "");
  if (definition !== undefined) return definition.check(state, call, definition);
  for (const argument of call.arguments) state.check(argument);
  if (/^EXTRACT/i.test(call.name) && !state.scope.functions.has("EXTRACT")) {
    return state.report("name/function-left-out", { name: call.name }, call.nameSpan);
  }
  const hint = functionHabit(call.name);
  const suggestion = isForeignFunction(call.name)
    ? undefined
    : state.suggest(call.name, state.scope.functions.keys());
  return state.report("name/unknown-function", { name: call.name, suggestion, hint }, call.nameSpan);
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
export function hasRightCount(state: CheckState, call: Call, definition: FunctionDefinition): boolean {
  const { parameters, name } = definition;
  const actual = call.arguments.length;
  const details = () => ({ function: name, syntax: definition.syntax ?? syntaxOf(name, parameters), actual });
  const required = parameters.filter((parameter) => parameter.optional !== true).length;
  if (actual < required) {
    state.report("call/too-few-arguments", details(), call);
    return false;
  }
  const repeats = parameters.some((parameter) => parameter.repeat === true);
  if (actual <= parameters.length || repeats) return true;
  const wantsList = parameters[0]?.type.startsWith("List") && parameters.length === 1;
  const hint = wantsList ? `Put the values in one list: ${name}(LIST(…)).` : ARGUMENT_HABITS.get(name);
  state.report("call/too-many-arguments", { ...details(), hint }, call);
  return false;
}
