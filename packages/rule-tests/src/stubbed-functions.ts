import type { AppDefinition } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/definition";
import type { FunctionDeclaration } from "@tablewright/core/expression";
import type { FunctionAnswer } from "./read/rule-tests.ts";

/** What a test says about functions of the program, by their names in capitals. */
export type StubbedFunctions = ReadonlyMap<string, readonly FunctionAnswer[]>;

/**
 * The code of the functions of a definition in a test: the answers that it names, else the code that is given, else none: then a call
 * fails, and what is missing is noted.
 */
export function functionsInTest(
  { functions }: AppDefinition,
  stubbed: StubbedFunctions,
  given: readonly FunctionDeclaration[] = [],
  missing: Set<string> = new Set(),
): readonly FunctionDeclaration[] {
  return [...functions.values()].flatMap(({ name, types, code }) => {
    const answers = stubbed.get(name);
    const own = given.find((one) => one.name.toUpperCase() === name);
    if (answers === undefined && own !== undefined) return [own];
    if (answers === undefined && code !== undefined) return [];
    return [
      {
        name,
        parameters: types.slice(0, -1).map((type, at) => ({ name: `${at}`, type })),
        result: types.at(-1) as string,
        evaluate: (...values: JsonValue[]) => answerOf(name, answers, values, missing),
      },
    ];
  });
}

/** The first answer for the arguments; one without arguments is for all of them. */
function answerOf(
  name: string,
  answers: readonly FunctionAnswer[] | undefined,
  values: readonly JsonValue[],
  missing: Set<string>,
): JsonValue {
  const asked = JSON.stringify(values);
  const answer = answers?.find((one) => one.with === undefined || JSON.stringify(one.with) === asked);
  if (answer === undefined) missing.add(`The test gives no answer of ${name} for ${asked}.`);
  if (answer === undefined) throw new Error("no answer");
  if (answer.fails !== undefined) throw new Error(answer.fails);
  return answer.gives ?? null;
}
