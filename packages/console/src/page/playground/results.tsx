import type { EvaluationContext, JsonValue } from "@tablewright/core/expression/editor";
import { useMemo } from "react";
import type { ApiRow } from "../api/create-api.ts";
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
  const results = useMemo(() => resultsOf(checked, rows, tables), [checked, rows, tables]);
  return (
    <section className="results" aria-label={say("results")}>
      <h2>{say("rowsTried", { count: rows.length })}</h2>
      <table>
        <thead>
          <tr>
            <th>{label}</th>
            <th>{say("result")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
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

function resultsOf(
  checked: Checked,
  rows: readonly ApiRow[],
  tables: ResultsProps["tables"],
): readonly string[] {
  const end = clock() + LONGEST;
  return rows.map((row) => {
    const milliseconds = Math.max(Math.ceil(end - clock()), 1);
    return resultText(checked, { row, tables, clock, limits: { milliseconds } });
  });
}

function resultText({ compiled }: Checked, context: EvaluationContext): string {
  try {
    return written(compiled?.evaluate(context) ?? null);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function written(value: JsonValue): string {
  if (value === null) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > LONGEST_RESULT ? `${text.slice(0, LONGEST_RESULT)}…` : text;
}

/** Characters: pages take long to draw longer ones. */
const LONGEST_RESULT = 500;
