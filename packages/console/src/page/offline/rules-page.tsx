import { type DecisionTrace, type Explanation, loadRules, type Rules } from "@tablewright/core/rules";
import { useDeferredValue, useMemo, useRef } from "react";
import { DecisionGrid } from "../decisions/decision-grid.tsx";
import { DecisionOutcome, FactsInput, type TriedDecision } from "../decisions/decision-outcome.tsx";
import { parseFacts } from "../decisions/facts-text.ts";
import { ProblemList } from "../playground/problem-list.tsx";
import { useWords } from "../words/use-words.tsx";
import type { PlaygroundState } from "./address.ts";

interface RulesPageProps {
  readonly shown: PlaygroundState;
  onChange(change: Partial<PlaygroundState>): void;
}

/** Rules over facts, both written in the page: what is wrong with the rules, what they come to, and which of their rows matched. */
export function RulesPage({ shown: { rules: text, facts }, onChange }: RulesPageProps) {
  const { say } = useWords();
  const editor = useRef<HTMLTextAreaElement>(null);
  const late = useDeferredValue(text);
  const { output: rules, diagnostics } = useMemo(() => loadRules(late), [late]);
  const tried = useMemo(() => rules && tryFacts(rules, parseFacts(facts)), [rules, facts]);
  const point = (start: number) => {
    editor.current?.focus();
    editor.current?.setSelectionRange(start, start + 1);
  };
  return (
    <section className="rules-page">
      <header className="page-head">
        <h1>{say("decisions")}</h1>
      </header>
      <div className="written">
        <label>
          {say("rulesText")}
          <textarea
            ref={editor}
            value={text}
            rows={Math.min(40, text.split("\n").length + 1)}
            spellCheck={false}
            aria-invalid={rules === undefined}
            onChange={({ target }) => onChange({ rules: target.value })}
          />
        </label>
        <div className="try-facts">
          <FactsInput text={facts} onWrite={(written) => onChange({ facts: written })} />
          {tried === undefined ? null : <DecisionOutcome result={tried.result} />}
        </div>
      </div>
      <ProblemList
        source={late}
        diagnostics={diagnostics}
        onPoint={point}
        remedy={({ example }) =>
          example === undefined ? null : (
            <button type="button" onClick={() => onChange({ facts: JSON.stringify(example, undefined, 2) })}>
              {say("tryThese")}
            </button>
          )
        }
      />
      {rules?.describe().map((written) => (
        <DecisionGrid
          key={written.name}
          name={written.name}
          written={written}
          tried={tried?.rowsOf(written.name)}
        />
      ))}
    </section>
  );
}

interface TriedRules {
  readonly result: TriedDecision;
  rowsOf(decision: string): TriedDecision["rows"];
}

/** Undefined without facts that can be read. */
function tryFacts(rules: Rules, facts: object | undefined): TriedRules | undefined {
  if (facts === undefined) return undefined;
  const explained = rules.explain(facts);
  return {
    result: resultOf(explained),
    rowsOf: (name) => explained.decisions.filter(({ decision }) => decision === name).flatMap(rowsIn),
  };
}

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
