import type { DescribedTable, ExplainedFind } from "@tablewright/core";
import type { EvaluationContext, JsonValue } from "@tablewright/core/expression/editor";
import { useQuery } from "@tanstack/react-query";
import type { ApiRow } from "../api/create-api.ts";
import { useSession } from "../session/session-context.tsx";
import { quoted } from "../tables/view.ts";
import { ProblemNote } from "../words/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";
import type { Checked } from "./tried-rows.ts";

interface ResultsProps {
  readonly schema: DescribedTable;
  readonly checked: Checked;
  readonly rows: readonly ApiRow[];
  /** Rows of every table that the expression reads, by table. */
  readonly tables: Readonly<Record<string, readonly ApiRow[]>>;
  /** The position of the row that is looked at. */
  readonly chosen: number;
  onChoose(position: number): void;
}

/** What the expression gives for each row, computed in this page. */
export function Results({ schema, checked, rows, tables, chosen, onChoose }: ResultsProps) {
  const { say } = useWords();
  return (
    <section className="results" aria-label={say("results")}>
      <h2>{say("rowsTried", { count: rows.length })}</h2>
      <table>
        <thead>
          <tr>
            <th>{schema.label}</th>
            <th>{say("result")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows stay where they are, and several may have one label
            <tr key={at} aria-current={at === chosen}>
              <td>
                <button type="button" className="link" onClick={() => onChoose(at)}>
                  <bdi>{labelOf(row[schema.label]) || `${at + 1}`}</bdi>
                </button>
              </td>
              <td>
                <output>{resultText(checked, { row, tables })}</output>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function labelOf(value: JsonValue | undefined): string {
  const text = value === null || value === undefined ? "" : String(value);
  return text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL)}…` : text;
}

const LONGEST_LABEL = 80;

function resultText({ compiled }: Checked, context: EvaluationContext): string {
  try {
    return written(compiled?.evaluate(context) ?? null);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function written(value: JsonValue): string {
  if (value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The type of an expression and everything wrong with it, in words that stay on the page. */
export function ResultVerdict({ source, checked }: { readonly source: string; readonly checked: Checked }) {
  const { say } = useWords();
  const { type = "", diagnostics } = checked;
  return (
    <>
      <p className="type">{type === "" ? say("noType") : type}</p>
      <ul className="diagnostics" aria-label={say("diagnostics")}>
        {diagnostics.map(({ code, start, end, severity, message, hint }) => (
          <li key={`${code} ${start}`} className={severity}>
            <code>{source.slice(start, end).slice(0, LONGEST)}</code> {message}
            {hint === undefined ? null : <em> {hint}</em>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Characters of the part that is wrong. */
const LONGEST = 60;

/** How the store would carry out a Find by the condition: what it does itself, and what is left to the engine. */
export function Plan({ table, condition }: { readonly table: string; readonly condition: string }) {
  const { say } = useWords();
  const { api } = useSession();
  const selector = `FILTER(${quoted(table)}, ${condition})`;
  const { data, error } = useQuery({
    queryKey: ["plan", table, selector],
    queryFn: () => api.explain(table, { selector }),
  });
  return (
    <section className="plan" aria-label={say("plan")}>
      <h2>{say("plan")}</h2>
      <p className="hint">{say("planOf")}</p>
      {error === null ? null : <ProblemNote error={error} />}
      {data === undefined ? null : <PlanOf explanation={data} />}
    </section>
  );
}

function PlanOf({ explanation }: { readonly explanation: ExplainedFind }) {
  const { say } = useWords();
  const { conditions, store, estimatedRows } = explanation;
  const sql = store.sql;
  return (
    <>
      <ul className="conditions">
        {conditions.map(({ text, pushed, reason }) => (
          <li key={text}>
            <code>{text}</code>
            <p className="hint">
              {pushed ? say("pushedDown") : `${say("residual")}${reason === undefined ? "" : `: ${reason}`}`}
            </p>
          </li>
        ))}
      </ul>
      {estimatedRows === undefined ? null : (
        <p className="hint">{say("estimate", { count: estimatedRows })}</p>
      )}
      {sql === undefined ? null : (
        <>
          <h2>{say("statement")}</h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by the keyboard too */}
          <pre tabIndex={0}>{sql}</pre>
        </>
      )}
    </>
  );
}
