import type { AppDefinition, Outcome } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/definition";
import { shown } from "./expected/compare-value.ts";
import type { Failure, RuleTestResult } from "./rule-test-run.ts";

type FunctionExample = AppDefinition["examples"][number];

/** The examples of functions whose code is there, each on no rows. A function of the program has code where it was loaded with it. */
export function examplesOf({
  examples,
  functions,
}: Pick<AppDefinition, "examples" | "functions">): readonly FunctionExample[] {
  const lacksCode = (name: string) => functions.has(name) && functions.get(name)?.code === undefined;
  return examples.filter(({ expression }) => ![...calledBy(expression)].some(lacksCode));
}

/** Also by the bodies of the functions that it calls. */
function* calledBy({ references }: FunctionExample["expression"]): Generator<string> {
  yield* references.functions;
  for (const formula of references.formulas) yield* calledBy(formula);
}

/** Whether an example of a function gives its answer, as the result of a test. */
export async function runExample(
  { source, answer, location }: FunctionExample,
  ask: () => Promise<Outcome<JsonValue>>,
): Promise<RuleTestResult> {
  const since = performance.now();
  const { output, diagnostics } = await ask();
  const message = diagnostics[0]?.message ?? "The example gives another answer.";
  const isMet = output !== undefined && JSON.stringify(output) === JSON.stringify(answer);
  const failure: Failure = {
    location,
    message,
    expected: shown(answer),
    ...(output === undefined ? {} : { actual: shown(output) }),
  };
  return {
    file: location.file,
    name: source,
    location,
    failures: isMet ? [] : [failure],
    milliseconds: performance.now() - since,
  };
}
