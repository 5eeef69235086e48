import { useInfiniteQuery } from "@tanstack/react-query";
import { useSession } from "../session/session-context.tsx";
import { ProblemNote } from "../shell/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";
import { RunList } from "./run-list.tsx";
import { ScheduleList } from "./schedule-list.tsx";
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
      {error === null ? null : <ProblemNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <p className="skeleton">{say("loading")}</p> : null}
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
