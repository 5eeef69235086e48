import { type EvaluationContext, ExpressionError, type JsonValue } from "@tablewright/core/expression";
import { useMemo } from "react";
import type { ApiRow } from "../api/create-api.ts";
import { useDrawnRows } from "../sheet/use-drawn-rows.tsx";
import { useWords } from "../words/use-words.tsx";
import type { Checked } from "./check-source.ts";

interface ResultsProps {
  /** The column that rows are called by. */
  readonly label: string;
  readonly checked: Checked;
  readonly rows: readonly ApiRow[];
  /** Rows of every table that the expression reads, by table. */
  readonly tables: Readonly<Record<string, readonly ApiRow[]>>;
  /** The position of the row that is looked at. */
  readonly chosen: number;
  onChoose(position: number): void;
}

/** What the expression gives for each row, computed in this page. */
export function Results({ label, checked, rows, tables, chosen, onChoose }: ResultsProps) {
  const { say } = useWords();
  const { drawn, more } = useDrawnRows(rows);
  const results = useMemo(() => resultsOf(checked, drawn, tables), [checked, drawn, tables]);
  return (
    <section className="results" aria-label={say("results")}>
      <h2>{say("rowsTried", { count: drawn.length })}</h2>
      <table>
        <thead>
          <tr>
            <th>{label}</th>
            <th>{say("result")}</th>
          </tr>
        </thead>
        <tbody>
          {drawn.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows stay where they are, and several may have one label
            <tr key={at} aria-current={at === chosen}>
              <td>
                <button type="button" className="link" onClick={() => onChoose(at)}>
                  <bdi>{labelOf(row[label]) || `${at + 1}`}</bdi>
                </button>
              </td>
              <td>
                <output>{results[at]}</output>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </section>
  );
}

function labelOf(value: JsonValue | undefined): string {
  const text = value === null || value === undefined ? "" : String(value);
  return text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL)}…` : text;
}

const LONGEST_LABEL = 80;

/**
 * Milliseconds that an expression may take in the page, which does nothing else meanwhile: for the results of all rows, and for what
 * is shown of one.
 */
const LONGEST = 500;
const clock = () => performance.now();
export const WITHIN_THE_PAGE = { clock, limits: { milliseconds: LONGEST } } satisfies EvaluationContext;

/** One request for all rows, as a Find is. Row by row where one of them has an error of its own. */
function resultsOf(
  { compiled }: Checked,
  rows: readonly ApiRow[],
  tables: ResultsProps["tables"],
): readonly string[] {
  if (compiled === undefined) return [];
  const end = clock() + LONGEST;
  try {
    return compiled.map(rows, { tables, ...WITHIN_THE_PAGE }).map(written);
  } catch (error) {
    if (error instanceof ExpressionError && OF_THE_REQUEST.has(error.code))
      return rows.map(() => error.message);
  }
  return rows.map((row) => {
    const milliseconds = Math.max(Math.ceil(end - clock()), 1);
    try {
      return written(compiled.evaluate({ row, tables, clock, limits: { milliseconds } }));
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  });
}

/** Errors that are about all rows together. */
const OF_THE_REQUEST: ReadonlySet<string> = new Set(["limit/fuel", "limit/time"]);

function written(value: JsonValue): string {
  if (value === null) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > LONGEST_RESULT ? `${text.slice(0, LONGEST_RESULT)}…` : text;
}

/** Characters: pages take long to draw longer ones. */
const LONGEST_RESULT = 500;
