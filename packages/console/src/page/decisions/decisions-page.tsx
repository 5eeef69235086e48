import type { DecisionSchema } from "@tablewright/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../session/session-context.tsx";
import { ProblemNote, Unread } from "../words/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";
import { DecisionGrid } from "./decision-grid.tsx";
import { DecisionOutcome, FactsInput, type TriedDecision } from "./decision-outcome.tsx";
import { factsText, parseFacts } from "./facts-text.ts";

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
      <Unread error={error} data={decisions} />
      {decisions?.length === 0 ? <p className="hint">{say("noDecisions")}</p> : null}
      {decision === undefined ? null : <Decision key={decision.name} decision={decision} />}
    </section>
  );
}

function Decision({ decision }: { readonly decision: DecisionSchema }) {
  const { api } = useSession();
  const { say } = useWords();
  const { name, description, written } = decision;
  const [text, setText] = useState(() => factsText(decision));
  const facts = parseFacts(text);
  const deciding = useMutation({
    mutationFn: async (given: object): Promise<TriedDecision> =>
      written === undefined ? api.decide(name, given) : api.explainDecision(name, given),
  });
  const { data: result, error } = deciding;
  return (
    <>
      {description === undefined ? null : <p>{description}</p>}
      {written === undefined ? (
        <p className="hint">{say("rowsNotShown")}</p>
      ) : (
        <DecisionGrid name={name} written={written} tried={result?.rows} />
      )}
      <form
        className="try-facts"
        onSubmit={(event) => {
          event.preventDefault();
          if (facts !== undefined) deciding.mutate(facts);
        }}
      >
        <FactsInput text={text} onWrite={setText} />
        <button type="submit" className="main" disabled={facts === undefined || deciding.isPending}>
          {say("decide")}
        </button>
      </form>
      {error === null ? null : <ProblemNote error={error} />}
      {result === undefined ? null : <DecisionOutcome result={result} />}
    </>
  );
}
