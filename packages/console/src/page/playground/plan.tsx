import type { ExplainedFind } from "@tablewright/core";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../session/session-context.tsx";
import { quoted } from "../tables/view.ts";
import { ProblemNote } from "../words/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";

/** How the store would carry out a Find by the condition: what it does itself, and what is left to the engine. */
export function Plan({ table, condition }: { readonly table: string; readonly condition: string }) {
  const { say } = useWords();
  const { api } = useSession();
  const selector = `FILTER(${quoted(table)}, ${condition})`;
  const { data, error } = useQuery({
    queryKey: ["plan", table, selector],
    queryFn: () => api.explain(table, { selector }),
  });
  return (
    <section className="plan" aria-label={say("plan")}>
      <h2>{say("plan")}</h2>
      <p className="hint">{say("planOf")}</p>
      {error === null ? null : <ProblemNote error={error} />}
      {data === undefined ? null : <PlanOf explanation={data} />}
    </section>
  );
}

function PlanOf({ explanation }: { readonly explanation: ExplainedFind }) {
  const { say } = useWords();
  const { conditions, store, estimatedRows } = explanation;
  const sql = store.sql;
  return (
    <>
      <ul className="conditions">
        {conditions.map(({ text, pushed, reason }) => (
          <li key={text}>
            <code>{text}</code>
            <p className="hint">
              {pushed ? say("pushedDown") : `${say("residual")}${reason === undefined ? "" : `: ${reason}`}`}
            </p>
          </li>
        ))}
      </ul>
      {estimatedRows === undefined ? null : (
        <p className="hint">{say("estimate", { count: estimatedRows })}</p>
      )}
      {sql === undefined ? null : (
        <>
          <h2>{say("statement")}</h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by the keyboard too */}
          <pre tabIndex={0}>{sql}</pre>
        </>
      )}
    </>
  );
}
