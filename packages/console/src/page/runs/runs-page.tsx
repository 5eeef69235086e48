import type { RuleRun, ScheduledRule } from "@tablewright/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { RowLink } from "../events/event-row.tsx";
import { useSession } from "../session/session-context.tsx";
import type { Word } from "../words/en.ts";
import { Unread } from "../words/problem-note.tsx";
import { instantText, useWords } from "../words/use-words.tsx";
import "../events/events.css";

/** What workflow rules did, met or not and why, and which of them run by the clock. */
export function RunsPage() {
  const { say } = useWords();
  const { api } = useSession();
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ["runs"],
    queryFn: ({ pageParam, signal }) =>
      api.runs({ limit: PART, signal, ...(pageParam === 0 ? {} : { before: pageParam }) }),
    initialPageParam: 0,
    getNextPageParam: ({ runs }) => (runs.length < PART ? undefined : runs.at(-1)?.sequence),
    retry: false,
  });
  const pages = data?.pages ?? [];
  return (
    <section className="runs-page">
      <header className="page-head">
        <h1>{say("runs")}</h1>
        <button type="button" disabled={isFetching} onClick={() => void refetch()}>
          {say("readAgain")}
        </button>
      </header>
      <Unread error={error} data={data} onRetry={() => void refetch()} />
      {data === undefined ? null : (
        <>
          <ScheduleList schedules={pages[0]?.schedules ?? []} />
          <RunList runs={pages.flatMap(({ runs }) => runs)} />
        </>
      )}
      {hasNextPage ? (
        <button type="button" disabled={isFetching} onClick={() => void fetchNextPage()}>
          {say("more")}
        </button>
      ) : null}
    </section>
  );
}

/** Runs that are read at a time. */
const PART = 100;

/** Runs as a table, each with the row it was about and why it was not met. */
function RunList({ runs }: { readonly runs: readonly RuleRun[] }) {
  const { say, locale } = useWords();
  if (runs.length === 0) return <p className="hint">{say("noRuns")}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by the keyboard too
    <section className="wide" aria-label={say("runs")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {(["time", "rule", "row", "change", "outcome"] as const).map((word) => (
              <th key={word}>{say(word)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map(({ id, at, rule, table, key, change, outcome, reason, events }) => (
            <tr key={id}>
              <td>{instantText(at, locale)}</td>
              <td>
                <bdi>{rule}</bdi>
              </td>
              <td>
                <RowLink table={table} rowKey={key} />
              </td>
              <td>{say(CHANGES[change])}</td>
              <td className="long">
                <span className={`chip outcome-${outcome}`}>{say(OUTCOMES[outcome])}</span>{" "}
                {reason === undefined ? null : <code>{reason}</code>}
                {events.length === 0 ? null : <small> {say("queued", { count: events.length })}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const CHANGES: Readonly<Record<RuleRun["change"], Word>> = {
  add: "wasAdded",
  edit: "wasEdited",
  delete: "wasDeleted",
  schedule: "byTheClock",
};

const OUTCOMES: Readonly<Record<RuleRun["outcome"], Word>> = {
  Done: "met",
  NotMet: "notMet",
  DepthReached: "depthReached",
  Failed: "failed",
};

/** The rules that run by the clock; nothing where there are none. */
function ScheduleList({ schedules }: { readonly schedules: readonly ScheduledRule[] }) {
  const { say } = useWords();
  if (schedules.length === 0) return null;
  return (
    <section aria-label={say("schedules")}>
      <h2>{say("schedules")}</h2>
      <ul>
        {schedules.map(({ rule, table, every, timezone }) => (
          <li key={rule}>
            <bdi>{rule}</bdi> · <bdi>{table}</bdi> · <code>{every}</code> <small>{timezone}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
