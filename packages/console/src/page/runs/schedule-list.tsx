import type { ScheduledRule } from "@tablewright/client";
import { useWords } from "../words/use-words.tsx";

/** The rules that run by the clock; nothing where there are none. */
export function ScheduleList({ schedules }: { readonly schedules: readonly ScheduledRule[] }) {
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
