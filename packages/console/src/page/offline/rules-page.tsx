import { useMemo, useRef } from "react";
import { DecisionGrid } from "../decisions/decision-grid.tsx";
import { DecisionOutcome, FactsInput } from "../decisions/decision-outcome.tsx";
import { parseFacts } from "../decisions/facts-text.ts";
import { ProblemList } from "../playground/problem-list.tsx";
import { useWords } from "../words/use-words.tsx";
import type { PlaygroundState } from "./address.ts";
import { useRules } from "./use-rules.ts";

interface RulesPageProps {
  readonly shown: PlaygroundState;
  onChange(change: Partial<PlaygroundState>): void;
}

/** Rules over facts, both written in the page: what is wrong with the rules, what they come to, and which of their rows matched. */
export function RulesPage({ shown: { rules: text, facts }, onChange }: RulesPageProps) {
  const { say } = useWords();
  const editor = useRef<HTMLTextAreaElement>(null);
  const given = useMemo(() => parseFacts(facts), [facts]);
  const { worked, endedAfter, isWorking } = useRules({ text, facts: given });
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
            aria-invalid={worked?.isSound === false}
            onChange={({ target }) => onChange({ rules: target.value })}
          />
        </label>
        <div className="try-facts">
          <FactsInput text={facts} onWrite={(written) => onChange({ facts: written })} />
          {worked?.result === undefined ? null : <DecisionOutcome result={worked.result} />}
        </div>
      </div>
      {endedAfter === undefined ? null : (
        <p className="problem" role="alert">
          {say("rulesTooLarge", { seconds: endedAfter })}
        </p>
      )}
      {isWorking ? <p className="skeleton">{say("rulesChecked")}</p> : null}
      <ProblemList
        source={worked?.text ?? text}
        diagnostics={worked?.diagnostics ?? []}
        onPoint={point}
        remedy={({ example }) =>
          example === undefined ? null : (
            <button type="button" onClick={() => onChange({ facts: JSON.stringify(example, undefined, 2) })}>
              {say("tryThese")}
            </button>
          )
        }
      />
      {worked?.decisions.map((written) => (
        <DecisionGrid
          key={written.name}
          name={written.name}
          written={written}
          tried={worked.rows[written.name]}
        />
      ))}
    </section>
  );
}
