import type { OutboxEvent } from "@tablewright/client";
import { instantText } from "../shell/instant-text.ts";
import { useWords } from "../words/use-words.tsx";
import { RowLink } from "./row-link.tsx";

interface EventListProps {
  readonly events: readonly OutboxEvent[];
  /** Whether one is being changed. */
  readonly isBusy: boolean;
  onChange(what: "retry" | "drop", id: string): void;
}

/** Events as a table, each with its last attempt and what can be done to it. */
export function EventList({ events, isBusy, onChange }: EventListProps) {
  const { say, locale } = useWords();
  if (events.length === 0) return <p className="hint">{say("noEvents")}</p>;
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
