/** Loads, proves and tries rules in a thread of its own, so that the page can be used meanwhile. */
import { type DecisionTrace, type Explanation, loadRules, type Rules } from "@tablewright/core/rules";
import type { TriedDecision } from "../decisions/decision-outcome.tsx";

export interface AskedRules {
  /** A definition of rules, as YAML or JSON. */
  readonly text: string;
  /** Undefined where they cannot be read. */
  readonly facts: object | undefined;
}

/** What became of `text`. */
export interface WorkedRules {
  readonly text: string;
  readonly isSound: boolean;
  readonly diagnostics: ReturnType<typeof loadRules>["diagnostics"];
  readonly decisions: ReturnType<Rules["describe"]>;
  /** Undefined without rules that are sound and facts that can be read. */
  readonly result: TriedDecision | undefined;
  /** What became of the rows, by the names of the decisions. */
  readonly rows: Readonly<Record<string, TriedDecision["rows"]>>;
}

let loaded: { readonly text: string; readonly outcome: ReturnType<typeof loadRules> } | undefined;

addEventListener("message", ({ data: { text, facts } }: MessageEvent<AskedRules>) => {
  if (loaded?.text !== text) loaded = { text, outcome: loadRules(text) };
  const { output: rules, diagnostics } = loaded.outcome;
  const explained = facts === undefined ? undefined : rules?.explain(facts);
  const worked: WorkedRules = {
    text,
    isSound: rules !== undefined,
    diagnostics,
    decisions: rules?.describe() ?? [],
    result: explained && resultOf(explained),
    rows: Object.fromEntries(explained?.decisions.map((one) => [one.decision, rowsIn(one)]) ?? []),
  };
  postMessage(worked);
});

function resultOf({ outputs, fired, events, diagnostics }: Explanation): TriedDecision {
  const ofSeverity = (wanted: string) => diagnostics.filter(({ severity }) => severity === wanted);
  return {
    outputs,
    fired,
    events: events as TriedDecision["events"],
    errors: ofSeverity("error"),
    warnings: ofSeverity("warning"),
  };
}

function rowsIn({ rows = [] }: DecisionTrace): NonNullable<TriedDecision["rows"]> {
  return rows.map(({ conditions, ...row }) => ({
    ...row,
    conditions: conditions.map(({ root }) => ({ source: root.text })),
  }));
}
