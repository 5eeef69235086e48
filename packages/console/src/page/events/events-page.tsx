import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { readAgain } from "../api/read-again.ts";
import { useSession } from "../session/session-context.tsx";
import { ProblemNote } from "../shell/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";
import { EventList } from "./event-list.tsx";
import { EVENT_STATES, type EventState } from "./event-states.ts";
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
    void navigate({ to: "/events", search: chosen === "" ? {} : { state: chosen as EventState } });
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
      {error === null ? null : <ProblemNote error={error} onRetry={() => void refetch()} />}
      {change.error === null ? null : <ProblemNote error={change.error} />}
      {refused.map(({ id, reason }) => (
        <p key={id} className="problem" role="alert">
          {reason}
        </p>
      ))}
      {data === undefined && error === null ? <p className="skeleton">{say("loading")}</p> : null}
      {data === undefined ? null : (
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
