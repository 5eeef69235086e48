import type { DecisionResult, ExplainedDecision } from "@tablewright/client";
import { useWords } from "../words/use-words.tsx";
import { parseFacts } from "./facts-text.ts";
import "./decisions.css";

interface FactsInputProps {
  readonly text: string;
  onWrite(text: string): void;
}

/** Where facts are written as JSON. */
export function FactsInput({ text, onWrite }: FactsInputProps) {
  const { say } = useWords();
  const isReadable = parseFacts(text) !== undefined;
  return (
    <>
      <label>
        {say("facts")}
        <textarea
          value={text}
          rows={Math.min(16, text.split("\n").length + 1)}
          spellCheck={false}
          aria-invalid={!isReadable}
          onChange={({ target }) => onWrite(target.value)}
        />
      </label>
      {isReadable ? null : <p className="problem">{say("factsUnreadable")}</p>}
    </>
  );
}

/** What a decision came to; without rows for callers that may not read them. */
export type TriedDecision = DecisionResult<object> & Partial<Pick<ExplainedDecision<object>, "rows">>;

/** The outputs and events of facts that were tried, and what is wrong with the facts. */
export function DecisionOutcome({ result }: { readonly result: TriedDecision }) {
  const { outputs, events, errors, warnings = [] } = result;
  return (
    <div aria-live="polite" className="decided">
      {errors.map((error) => (
        <Finding key={`${error.pointer} ${error.code}`} {...error} className="problem" />
      ))}
      {warnings.map((warning) => (
        <Finding key={`${warning.pointer} ${warning.code}`} {...warning} className="warning" />
      ))}
      <dl>
        {Object.entries(outputs).map(([output, value]) => (
          <div key={output}>
            <dt>{output}</dt>
            <dd>{JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
      {events.length === 0 ? null : <pre>{JSON.stringify(events, undefined, 2)}</pre>}
    </div>
  );
}

interface FindingProps {
  readonly pointer?: string;
  readonly message: string;
  readonly className: "problem" | "warning";
}

/** What is wrong with the facts, or may be, with its place. */
function Finding({ pointer, message, className }: FindingProps) {
  return (
    <p className={className}>
      {pointer === undefined ? null : <code>{`${pointer} `}</code>}
      {message}
    </p>
  );
}
