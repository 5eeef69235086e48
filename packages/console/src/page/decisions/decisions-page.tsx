import type { DecisionResult, DecisionSchema, ExplainedDecision } from "@tablewright/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../session/session-context.tsx";
import { ProblemNote } from "../words/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";
import { DecisionGrid } from "./decision-grid.tsx";
import { factsText, parseFacts } from "./facts-text.ts";
import "./decisions.css";

/** The decisions of the application: their rows, and what they come to on facts that are tried. */
export function DecisionsPage() {
  const { api } = useSession();
  const { say } = useWords();
  const [chosen, setChosen] = useState<string>();
  const { data: decisions, error } = useQuery({
    queryKey: ["decisions"],
    queryFn: ({ signal }) => api.decisions({ signal }),
  });
  const decision = decisions?.find(({ name }) => name === chosen) ?? decisions?.[0];
  return (
    <section>
      <header className="page-head">
        <h1>{say("decisions")}</h1>
        <div className="tools">
          {decision === undefined ? null : (
            <select
              aria-label={say("decision")}
              value={decision.name}
              onChange={({ target }) => setChosen(target.value)}
            >
              {decisions?.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </div>
      </header>
      {error === null ? null : <ProblemNote error={error} />}
      {decisions === undefined && error === null ? <p className="skeleton">{say("loading")}</p> : null}
      {decisions?.length === 0 ? <p className="hint">{say("noDecisions")}</p> : null}
      {decision === undefined ? null : <Decision key={decision.name} decision={decision} />}
    </section>
  );
}

/** Without rows for those who may not read them. */
type Tried = DecisionResult<object> & Partial<Pick<ExplainedDecision<object>, "rows">>;

function Decision({ decision }: { readonly decision: DecisionSchema }) {
  const { api } = useSession();
  const { say } = useWords();
  const { name, description, written } = decision;
  const [text, setText] = useState(() => factsText(decision));
  const facts = parseFacts(text);
  const deciding = useMutation({
    mutationFn: async (given: object): Promise<Tried> =>
      written === undefined ? api.decide(name, given) : api.explainDecision(name, given),
  });
  const { data: result, error } = deciding;
  const tried = result?.rows;
  return (
    <>
      {description === undefined ? null : <p>{description}</p>}
      {written === undefined ? (
        <p className="hint">{say("rowsNotShown")}</p>
      ) : (
        <DecisionGrid name={name} written={written} tried={tried} />
      )}
      <form
        className="try-facts"
        onSubmit={(event) => {
          event.preventDefault();
          if (facts !== undefined) deciding.mutate(facts);
        }}
      >
        <label>
          {say("facts")}
          <textarea
            value={text}
            rows={Math.min(16, text.split("\n").length + 1)}
            spellCheck={false}
            aria-invalid={facts === undefined}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        {facts === undefined ? <p className="problem">{say("factsUnreadable")}</p> : null}
        <button type="submit" className="main" disabled={facts === undefined || deciding.isPending}>
          {say("decide")}
        </button>
      </form>
      {error === null ? null : <ProblemNote error={error} />}
      {result === undefined ? null : (
        <div aria-live="polite" className="decided">
          {result.errors.map((error) => (
            <Finding key={`${error.pointer} ${error.code}`} {...error} className="problem" />
          ))}
          {result.warnings?.map((warning) => (
            <Finding key={`${warning.pointer} ${warning.code}`} {...warning} className="warning" />
          ))}
          <dl>
            {Object.entries(result.outputs).map(([output, value]) => (
              <div key={output}>
                <dt>{output}</dt>
                <dd>{JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
          {result.events.length === 0 ? null : <pre>{JSON.stringify(result.events, undefined, 2)}</pre>}
        </div>
      )}
    </>
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
