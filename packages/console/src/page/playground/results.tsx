import type { TableList } from "@tablewright/client";
import type { TableSchema } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import type { Trace } from "@tablewright/core/expression/trace";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Api, Row } from "../api/create-api.ts";
import { useSession } from "../session/session-context.tsx";
import { ProblemNote } from "../shell/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";
import type { Checked } from "./check.ts";
import { TraceTree } from "./trace-tree.tsx";

interface ResultsProps {
  readonly schema: TableSchema;
  readonly schemas: readonly TableSchema[];
  readonly tables: TableList;
  readonly checked: Checked;
}

/** What the expression gives for the first rows of the table, computed in this page over rows that the session sees. */
export function Results({ schema, schemas, checked }: ResultsProps) {
  const { say } = useWords();
  const { api } = useSession();
  const others = checked.compiled?.references.tables ?? [];
  const [chosen, setChosen] = useState(0);
  const names = [...new Set([schema.name, ...others])];
  const { data, error } = useQuery({
    queryKey: ["rows", "playground", ...names],
    queryFn: () => readTables(api, schemas, names),
  });
  if (error !== null) return <ProblemNote error={error} />;
  if (data === undefined) return <p className="skeleton">{say("loading")}</p>;
  const rows = (data[schema.name] ?? []).slice(0, ROWS);
  return (
    <>
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
                  <button type="button" className="link" onClick={() => setChosen(at)}>
                    <bdi>{String(row[schema.label] ?? "") || `${at + 1}`}</bdi>
                  </button>
                </td>
                <td>
                  <output>{resultText(checked, row, data)}</output>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows[chosen] === undefined ? null : <TraceOf checked={checked} row={rows[chosen]} tables={data} />}
    </>
  );
}

interface TraceOfProps {
  readonly checked: Checked;
  readonly row: Row;
  readonly tables: Readonly<Record<string, readonly Row[]>>;
}

/** How the chosen row came by its result. */
function TraceOf({ checked, row, tables }: TraceOfProps) {
  const { say } = useWords();
  const trace = useMemo(() => traceOf(checked, row, tables), [checked, row, tables]);
  if (trace === undefined) return null;
  return (
    <section className="trace" aria-label={say("trace")}>
      <h2>{say("trace")}</h2>
      <TraceTree node={trace.root} />
    </section>
  );
}

/** Undefined where a cell does not have the form of its type, which the results say. */
function traceOf({ compiled }: Checked, row: Row, tables: TraceOfProps["tables"]): Trace | undefined {
  try {
    return compiled?.trace({ row, tables });
  } catch {
    return undefined;
  }
}

const ROWS = 20;

/** Rows of a table that are read for an expression; beyond them its answer would be another. */
const MOST_ROWS = 5_000;

async function readTables(api: Api, schemas: readonly TableSchema[], names: readonly string[]) {
  const known = names.filter((name) => schemas.some((schema) => schema.name === name));
  const read = known.map(async (table) => {
    const { rows } = await api.find(table, { properties: { Limit: MOST_ROWS } });
    return [table, rows] as const;
  });
  return Object.fromEntries(await Promise.all(read)) as Readonly<Record<string, readonly Row[]>>;
}

function resultText(
  { compiled }: Checked,
  row: Row,
  tables: Readonly<Record<string, readonly Row[]>>,
): string {
  try {
    return written(compiled?.evaluate({ row, tables }) ?? null);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function written(value: JsonValue): string {
  if (value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
