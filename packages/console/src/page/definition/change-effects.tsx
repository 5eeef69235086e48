import type { TestRun, TriedDefinition } from "@tablewright/client";
import type { BacktestReport, RowsComparison } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { useSession } from "../session/session-context.tsx";
import { TestList } from "../tests/test-list.tsx";
import type { Word } from "../words/en.ts";
import { ProblemNote } from "../words/problem-note.tsx";
import { instantText, useWords } from "../words/use-words.tsx";
import type { ShownPart } from "./use-definition.ts";

/** What is tried: changes, or an earlier version. */
export type Trial = { readonly edits: readonly Edit[] } | { readonly to: string };

interface Edit {
  readonly path: ShownPart["path"];
  readonly text: string | null;
}

/** What was tried, or why it was not. */
type TriedOr<T> = T | { readonly reason: { readonly message: string } };

interface ChangeEffectsProps {
  readonly version: string;
  /** Undefined where nothing is changed. */
  readonly trial: Trial | undefined;
}

/** What a change would do, once one asks: to the tests, to the rows of today, and to the calls of the last month. */
export function ChangeEffects({ version, trial }: ChangeEffectsProps) {
  const { say } = useWords();
  const [asked, setAsked] = useState("");
  const key = JSON.stringify(trial) ?? "";
  const isAsked = trial !== undefined && asked === key;
  return (
    <section className="effects" aria-label={say("effects")}>
      <header className="page-head">
        <h2>{say("effects")}</h2>
        <button type="button" disabled={isAsked || trial === undefined} onClick={() => setAsked(key)}>
          {say("showEffects")}
        </button>
      </header>
      {trial === undefined ? <p className="hint">{say("changeFirst")}</p> : null}
      {isAsked ? (
        <>
          <Effect kind="tests" title="tests" {...{ version, trial }}>
            {({ tests }) => <TestEffects tests={tests as TriedOr<TestRun>} />}
          </Effect>
          <Effect kind="rows" title="rowsOfToday" {...{ version, trial }}>
            {({ rows }) => <RowEffects rows={rows as TriedOr<RowsComparison>} />}
          </Effect>
          <Effect kind="calls" title="callsOfMonth" {...{ version, trial }}>
            {({ calls }) => <CallEffects calls={calls as TriedOr<BacktestReport>} />}
          </Effect>
        </>
      ) : null}
    </section>
  );
}

interface EffectProps {
  readonly version: string;
  readonly trial: Trial;
  readonly kind: "tests" | "rows" | "calls";
  readonly title: Word;
  children(tried: TriedDefinition): ReactNode;
}

/** One of the three, which the server works out apart from the others. */
function Effect({ kind, title, version, trial, children }: EffectProps) {
  const { api } = useSession();
  const { say } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: ["tried", kind, version, trial],
    queryFn: ({ signal }) => api.tryDefinition({ version, ...trial, include: [kind] }, { signal }),
    staleTime: 60_000,
  });
  return (
    <section className="effect" aria-label={say(title)} aria-busy={data === undefined && error === null}>
      <h3>{say(title)}</h3>
      {error === null ? null : <ProblemNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <SoFar /> : null}
      {data === undefined ? null : data.valid ? children(data) : <p className="hint">{say("notValid")}</p>}
    </section>
  );
}

/** For how long the server has worked, which ends a trial that takes too long. */
function SoFar() {
  const { say } = useWords();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <p className="skeleton">{say("triedSoFar", { seconds })}</p>;
}

function TestEffects({ tests }: { readonly tests: TriedOr<TestRun> }) {
  const { say } = useWords();
  if ("reason" in tests) return <p className="hint">{tests.reason.message}</p>;
  const failed = tests.tests.filter(({ failures }) => failures.length > 0);
  const verdict = say("testsTried", { count: tests.tests.length, failed: failed.length });
  if (failed.length === 0) return <p>{verdict}</p>;
  return (
    <details>
      <summary>
        <strong className="warning">{verdict}</strong>
      </summary>
      <TestList tests={failed} />
    </details>
  );
}

function RowEffects({ rows }: { readonly rows: TriedOr<RowsComparison> }) {
  const { say } = useWords();
  if ("reason" in rows) return <p className="hint">{rows.reason.message}</p>;
  const { tables, looked, complete } = rows;
  return (
    <>
      <p className="hint">{say(complete ? "rowsChecked" : "rowsCheckedInPart", { count: looked })}</p>
      {tables.length === 0 ? <p>{say("noRowDiffers")}</p> : null}
      {tables.map(({ table, rows: count, differing, invalid, examples, invalidExamples }) => (
        <div key={table}>
          <p>
            {differing === 0 ? null : say("rowsDiffer", { table, count, differing })}{" "}
            {invalid === 0 ? null : (
              <strong className="warning">{say("rowsInvalid", { table, invalid })}</strong>
            )}
          </p>
          <BeforeAfter
            lines={examples.flatMap(({ key, changes }) =>
              Object.entries(changes).map(([column, { before, after }]) => ({
                place: <RowLink table={table} rowKey={key} />,
                what: column,
                before,
                after,
              })),
            )}
          />
          <ul>
            {invalidExamples.map(({ key, errors }) => (
              <li key={key}>
                <RowLink table={table} rowKey={key} />: {errors.map(({ message }) => message).join(" ")}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

function RowLink({ table, rowKey }: { readonly table: string; readonly rowKey: string }) {
  return (
    <Link to="/tables/$table/rows/$key" params={{ table, key: rowKey }}>
      <bdi>{rowKey}</bdi>
    </Link>
  );
}

function CallEffects({
  calls,
}: {
  readonly calls: TriedOr<BacktestReport & { readonly complete?: boolean }>;
}) {
  const { say, locale } = useWords();
  if ("reason" in calls) return <p className="hint">{calls.reason.message}</p>;
  const { compared, differing, differences, calls: count, notRun, complete } = calls;
  const reasons = Object.entries(notRun).map(([reason, calls]) => `${reason} (${calls})`);
  return (
    <>
      {complete === false ? <p className="hint">{say("callsInPart")}</p> : null}
      <p>{say("callsCompared", { count, compared, differing })}</p>
      {reasons.length === 0 ? null : (
        <p className="hint">{say("callsNotRun", { reasons: reasons.join(", ") })}</p>
      )}
      {differences.slice(0, MOST_CALLS).map(({ call, time, user, action, changed, first }) => (
        <details key={call} open={differing === 1}>
          <summary>
            <code>{action}</code> {instantText(time, locale)} {user === null ? null : say("by", { user })}
          </summary>
          <BeforeAfter
            lines={changed.map(({ name, table, key, old, new: after }) => ({
              place: key === undefined ? (table ?? "") : key,
              what: name,
              before: old,
              after,
            }))}
          />
          {first === undefined ? null : (
            <p className="hint">
              <code>{first.old}</code> → <code>{first.new}</code>
            </p>
          )}
        </details>
      ))}
    </>
  );
}

const MOST_CALLS = 20;

interface BeforeAfterProps {
  readonly lines: readonly {
    readonly place: ReactNode;
    readonly what: string;
    readonly before: JsonValue | undefined;
    readonly after: JsonValue | undefined;
  }[];
}

/** Values side by side. */
function BeforeAfter({ lines }: BeforeAfterProps) {
  const { say } = useWords();
  if (lines.length === 0) return null;
  return (
    <table className="before-after">
      <thead>
        <tr>
          {(["row", "column", "valueBefore", "valueAfter"] as const).map((head) => (
            <th key={head} scope="col">
              {say(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ place, what, before, after }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an answer stay where they are
          <tr key={at}>
            <td>{place}</td>
            <td>{what}</td>
            <td>{written(before)}</td>
            <td>{written(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function written(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "—";
  return typeof value === "string" ? value : JSON.stringify(value);
}
