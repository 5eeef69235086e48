import { keyOf } from "../../../expression/parts.ts";
import { changeKindOf, imageOf } from "../../calls/row-change.ts";
import type { EvaluationEvent, RuleEvent } from "../call-event.ts";
import type { TraceStep } from "../call-trace.ts";
import { evaluationStep } from "./evaluation-step.ts";

/** Rows of a rule that are shown. */
const MOST_ROWS = 20;

/** A rule and the changes that it was tried on: whether each met it, and how its conditions came out. `led` is what it led to. */
export function ruleStep(
  { rule, matches, chain }: RuleEvent,
  conditions: readonly EvaluationEvent[],
  led: TraceStep[],
): TraceStep {
  const { name, table } = rule;
  const isMet = matches.some((match) => match.isMet);
  for (const match of matches.slice(0, MOST_ROWS)) {
    const key = String(keyOf(imageOf(match.change), table.scope) ?? "");
    const { position } = match.change;
    const about = { about: "row", table: table.name, row: position, key, isMet: match.isMet } as const;
    const change = `${changeKindOf(match.change)} of "${key}"`;
    const steps = conditions
      .filter((one) => one.key === key && one.position === position)
      .map((one) => evaluationStep(one));
    led.push({ ...about, text: `the ${change} ${match.isMet ? "meets it" : "does not meet it"}`, steps });
  }
  const [writer] = chain.slice(-1);
  const written = writer === undefined ? "" : ` by what "${writer.name}" wrote`;
  const text = `the rule "${name}" ${isMet ? "was met" : "was not met"}${written}`;
  return { about: "rule", text, table: table.name, name, isMet, steps: led };
}
