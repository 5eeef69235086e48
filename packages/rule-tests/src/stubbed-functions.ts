import type { AppDefinition, Path } from "@tablewright/core";
import { type DefinitionReport, type JsonValue, suggestName } from "@tablewright/core/definition";
import type { FunctionDeclaration } from "@tablewright/core/expression";
import type { RuleTestShape } from "./read/rule-test-shape.ts";
import type { FunctionAnswer } from "./read/rule-tests.ts";

/** What a test says about functions of the program, by their names in capitals. */
export type StubbedFunctions = ReadonlyMap<string, readonly FunctionAnswer[]>;

/** What tests say of functions; each names one whose code is of the program, and as many arguments as that has. */
export function readStubs(
  report: DefinitionReport,
  hosts: AppDefinition["functions"],
  path: Path,
  shapes: RuleTestShape["functions"] = {},
): StubbedFunctions {
  const found = new Map<string, readonly FunctionAnswer[]>();
  for (const [written, answers] of Object.entries(shapes)) {
    const at = [...path, "functions", written];
    const known = [...hosts.values()];
    const host = hosts.get(written.toUpperCase());
    if (host === undefined) {
      const suggestion = suggestName(written, known);
      const expected = "a function that the definition declares with host: true";
      report.report(
        at,
        "definition/wrong-value",
        { actual: JSON.stringify(written), expected, suggestion },
        "name",
      );
      continue;
    }
    const count = host.types.length - 1;
    for (const [index, { with: given, gives, fails }] of answers.entries()) {
      if (given !== undefined && given.length !== count)
        report.report([...at, index, "with"], "definition/wrong-value", {
          actual: JSON.stringify(given),
          expected: `a list of ${count} ${count === 1 ? "argument" : "arguments"}`,
        });
      if ((gives === undefined) === (fails === undefined))
        report.report([...at, index], "definition/one-of", { members: ["gives", "fails"] });
    }
    found.set(host.name, answers as readonly FunctionAnswer[]);
  }
  return found;
}

/**
 * The code of the functions of a definition in a test: the answers that it names, else the code that is given, else none: then a call
 * fails, and what is missing is noted.
 */
export function functionsInTest(
  { functions }: Pick<AppDefinition, "functions">,
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
