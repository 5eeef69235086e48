import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../session/session-context.tsx";
import { ProblemNote } from "../words/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";
import "./tests.css";
import type { TestResult, TestRun } from "@tablewright/client";

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
      {error === null ? null : <ProblemNote error={error} />}
      {run === undefined && error === null ? <p className="skeleton">{say("loading")}</p> : null}
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

/** Each test with what it found; those that fail come first. */
function TestList({ tests }: { readonly tests: readonly TestResult[] }) {
  const failed = tests.filter(({ failures }) => failures.length > 0);
  const passed = tests.filter(({ failures }) => failures.length === 0);
  return (
    <ul className="tests">
      {[...failed, ...passed].map((test) => (
        <Test key={`${test.file} ${test.name}`} test={test} />
      ))}
    </ul>
  );
}

function Test({ test: { file, name, failures, milliseconds } }: { readonly test: TestResult }) {
  const { say } = useWords();
  const isPassed = failures.length === 0;
  return (
    <li className={isPassed ? "test" : "test failed"}>
      <span className="verdict">{say(isPassed ? "passed" : "failed")}</span>
      <bdi>{name}</bdi>
      <small>
        {file} · {milliseconds.toFixed(0)} ms
      </small>
      {failures.map(({ location, message, expected, actual }) => (
        <div key={`${location.line} ${location.character} ${message}`} className="problem">
          <p>
            {location.line === undefined ? null : <code>{`${location.line}:${location.character} `}</code>}
            {message}
          </p>
          {expected === undefined ? null : <pre>{`${say("expected")}: ${expected}`}</pre>}
          {actual === undefined ? null : <pre>{`${say("actual")}: ${actual}`}</pre>}
        </div>
      ))}
    </li>
  );
}
