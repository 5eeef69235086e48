import type { OutboxEvent } from "@tablewright/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { readAgain } from "../api/create-api.ts";
import { useSession } from "../session/session-context.tsx";
import { ProblemNote, Unread } from "../words/problem-note.tsx";
import { instantText, useWords } from "../words/use-words.tsx";
import { EVENT_STATES, RowLink, type ShownEventState } from "./event-row.tsx";
import "./events.css";

const eventsRoute = getRouteApi("/events");

/** The webhooks and mails of the outbox: how far each is, what its receiver answered, and to send or give it up again. */
export function EventsPage() {
  const { say } = useWords();
  const { api } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { state } = eventsRoute.useSearch();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["events", state ?? ""],
    queryFn: ({ signal }) => api.events({ state, limit: MOST, signal }),
    retry: false,
  });
  const change = useMutation({
    mutationFn: ({ what, id }: { what: "retry" | "drop"; id: string }) => api.changeEvents(what, [id]),
    onSettled: () => readAgain(queries, ["events"]),
  });
  const show = (chosen: string) =>
    void navigate({ to: "/events", search: chosen === "" ? {} : { state: chosen as ShownEventState } });
  const refused = change.data?.refused ?? [];
  return (
    <section className="events-page">
      <header className="page-head">
        <h1>{say("events")}</h1>
        <select aria-label={say("state")} value={state ?? ""} onChange={({ target }) => show(target.value)}>
          <option value="">{say("allStates")}</option>
          {EVENT_STATES.map((one) => (
            <option key={one} value={one}>
              {say(one)}
            </option>
          ))}
        </select>
        <button type="button" disabled={isFetching} onClick={() => void refetch()}>
          {say("readAgain")}
        </button>
      </header>
      <Unread error={error} data={data} onRetry={() => void refetch()} />
      {change.error === null ? null : <ProblemNote error={change.error} />}
      {refused.map(({ id, reason }) => (
        <p key={id} className="problem" role="alert">
          {reason}
        </p>
      ))}
      {data?.length === 0 ? (
        <p className="hint">{say(state === undefined ? "noEventsAtAll" : "noEvents")}</p>
      ) : null}
      {data === undefined || data.length === 0 ? null : (
        <EventList
          events={data}
          isBusy={change.isPending}
          onChange={(what, id) => change.mutate({ what, id })}
        />
      )}
    </section>
  );
}

/** The newest so many are shown. */
const MOST = 200;

interface EventListProps {
  readonly events: readonly OutboxEvent[];
  /** Whether one is being changed. */
  readonly isBusy: boolean;
  onChange(what: "retry" | "drop", id: string): void;
}

/** Events as a table, each with its last attempt and what can be done to it. */
function EventList({ events, isBusy, onChange }: EventListProps) {
  const { say, locale } = useWords();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by the keyboard too
    <section className="wide" aria-label={say("events")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {(["state", "rule", "row", "goesTo", "attempts", "lastAttempt"] as const).map((word) => (
              <th key={word}>{say(word)}</th>
            ))}
            <th>{say("change")}</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.id}>
              <td>
                <span className={`chip state-${event.state}`}>{say(event.state)}</span>
                <br />
                <small>{instantText(event.created, locale)}</small>
              </td>
              <td>
                <bdi>{event.rule}</bdi>
              </td>
              <td>
                <RowLink table={event.table} rowKey={event.key} />
              </td>
              <td className="long">
                <bdi>{receiverOf(event)}</bdi>
              </td>
              <td>{event.attempts}</td>
              <td className="long">
                <LastAttempt event={event} />
              </td>
              <td className="event-tools">
                <button type="button" disabled={isBusy} onClick={() => onChange("retry", event.id)}>
                  {say("sendAgain")}
                </button>
                {event.state === "waiting" || event.state === "failed" ? (
                  <button type="button" disabled={isBusy} onClick={() => onChange("drop", event.id)}>
                    {say("giveUp")}
                  </button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function receiverOf({ method, url, to, subject }: OutboxEvent): string {
  return url === undefined ? [to, subject].filter(Boolean).join(" · ") : `${method ?? ""} ${url}`;
}

/** How the last attempt ended, and when the next one is. */
function LastAttempt({ event: { lastAttempt, answer, error, due } }: { readonly event: OutboxEvent }) {
  const { say, locale } = useWords();
  return (
    <>
      <bdi>{lastAttempt ?? error ?? ""}</bdi>
      {due === undefined ? null : (
        <p className="hint">{say("nextAttempt", { time: instantText(due, locale) })}</p>
      )}
      {answer === undefined ? null : (
        <details>
          <summary>{say("answer")}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by the keyboard too */}
          <pre tabIndex={0}>{answer}</pre>
        </details>
      )}
    </>
  );
}
