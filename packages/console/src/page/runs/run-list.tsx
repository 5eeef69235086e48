import type { RuleRun } from "@tablewright/client";
import { RowLink } from "../events/row-link.tsx";
import { instantText } from "../shell/instant-text.ts";
import type { Word } from "../words/en.ts";
import { useWords } from "../words/use-words.tsx";

/** Runs as a table, each with the row it was about and why it was not met. */
export function RunList({ runs }: { readonly runs: readonly RuleRun[] }) {
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
