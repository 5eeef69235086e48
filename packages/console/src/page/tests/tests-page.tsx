import type { TestRun } from "@tablewright/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../session/session-context.tsx";
import { Unread } from "../words/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";
import { TestList } from "./test-list.tsx";

/** The tests of the definition: run from here, with what they found and what they do not show. */
export function TestsPage() {
  const { api } = useSession();
  const { say, locale } = useWords();
  const queries = useQueryClient();
  const last = useQuery({ queryKey: LAST_RUN, queryFn: ({ signal }) => api.tests({ signal }) });
  const running = useMutation({
    mutationFn: () => api.runTests(),
    onSuccess: (run) => queries.setQueryData(LAST_RUN, run),
  });
  const { data: run } = last;
  const error = running.error ?? last.error;
  return (
    <section>
      <header className="page-head">
        <h1>{say("tests")}</h1>
        <div className="tools">
          <button
            type="button"
            className="main"
            disabled={running.isPending}
            onClick={() => running.mutate()}
          >
            {say(running.isPending ? "testsRunning" : "runTests")}
          </button>
        </div>
      </header>
      <Unread error={error} data={run} />
      {run !== undefined && run.at === undefined ? <p className="hint">{say("noTestsRun")}</p> : null}
      {run?.at === undefined ? null : (
        <div aria-live="polite">
          <p>
            {say("testsRun", {
              count: run.tests.length,
              failed: run.tests.filter(({ failures }) => failures.length > 0).length,
              at: new Date(run.at).toLocaleString(locale),
            })}
          </p>
          {run.coverage === undefined ? null : <Coverage coverage={run.coverage} />}
          <TestList tests={run.tests} />
        </div>
      )}
    </section>
  );
}

const LAST_RUN = ["tests"];

/** How much of the definition the tests show, and what of it they do not. */
function Coverage({ coverage }: { readonly coverage: NonNullable<TestRun["coverage"]> }) {
  const { say } = useWords();
  const { cases, covered, points } = coverage;
  const missing = points.filter((point) => point.missing.length > 0);
  return (
    <section aria-label={say("coverage")}>
      <p>
        <meter min={0} max={Math.max(1, cases)} value={covered} aria-label={say("coverage")} />{" "}
        {say("covered", { covered, cases })}
      </p>
      {missing.length === 0 ? null : (
        <details>
          <summary>{say("notCovered", { count: missing.length })}</summary>
          <ul>
            {missing.map((point) => (
              <li key={point.member}>
                <code>{point.member}</code>: {point.missing.join(", ")}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
