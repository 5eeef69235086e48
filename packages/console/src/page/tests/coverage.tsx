import type { TestRun } from "@tablewright/client";
import { useWords } from "../words/use-words.tsx";

/** How much of the definition the tests show, and what of it they do not. */
export function Coverage({ coverage }: { readonly coverage: NonNullable<TestRun["coverage"]> }) {
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
