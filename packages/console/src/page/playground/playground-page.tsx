import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { TableChoice } from "../shell/table-choice.tsx";
import { useSchemas } from "../tables/use-schemas.ts";
import { useTables } from "../tables/use-tables.ts";
import { ProblemNote } from "../words/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";
import { ExpressionInput } from "./expression-input.tsx";
import { Plan, Results, ResultVerdict } from "./results.tsx";
import { type Checked, checkSource, useTriedRows } from "./tried-rows.ts";
import "./playground.css";
import type { DescribedTable } from "@tablewright/core";
import type { ColumnScope, Scope } from "@tablewright/core/expression";
import type { EvaluationContext } from "@tablewright/core/expression/editor";
import type { Trace } from "@tablewright/core/expression/trace";
import { TraceTree } from "./trace-tree.tsx";

const playgroundRoute = getRouteApi("/playground");

/** An expression over the rows of a table: its type and errors while it is written, its results, its plan. */
export function PlaygroundPage() {
  const { say } = useWords();
  const { tables } = useTables();
  const { schemas, error: unread, retry } = useSchemas();
  const navigate = useNavigate();
  const search = playgroundRoute.useSearch();
  const [chosen, setChosen] = useState(0);
  const table = search.table ?? tables?.tables[0]?.name ?? "";
  const source = search.expression ?? "";
  /** What the editor holds, which the address has a moment later. */
  const written = useRef(source);
  const late = useDeferredValue(source);
  const scope = useMemo(() => scopeOf(schemas ?? [], table), [schemas, table]);
  const checked = useMemo(() => checkSource(late, scope), [late, scope]);
  const tried = useTriedRows(schemas, table, checked);
  const row = tried.rows?.[chosen];
  const context = useMemo(
    () => (row === undefined ? undefined : { row, tables: tried.tables }),
    [row, tried.tables],
  );
  const show = (shown: string) =>
    void navigate({
      to: "/playground",
      search: { table: shown, expression: written.current },
      replace: true,
    });
  const showLater = useLater(() => show(table), A_MOMENT);
  const write = (expression: string) => {
    written.current = expression;
    showLater(expression);
  };
  const schema = schemas?.find(({ name }) => name === table);
  return (
    <section className="playground">
      <header className="page-head">
        <h1>{say("playground")}</h1>
        <TableChoice
          names={tables?.tables.map(({ name }) => name)}
          table={table}
          onChoose={(name) => {
            setChosen(0);
            show(name);
          }}
        />
      </header>
      <ExpressionInput {...{ source, scope, context }} onChange={write} />
      <ResultVerdict {...{ source: late, checked }} />
      {tables?.tables.length === 0 ? <p className="hint">{say("noTables")}</p> : null}
      {unread === null ? null : <ProblemNote error={unread} onRetry={retry} />}
      {tried.error === null ? null : <ProblemNote error={tried.error} />}
      {schema === undefined || !checked.isSound ? null : (
        <div className="tried">
          {tried.rows === undefined ? <p className="skeleton">{say("loading")}</p> : null}
          {tried.rows?.length === 0 ? <p className="hint">{say("noRowsToTry", { table })}</p> : null}
          {tried.rows === undefined || tried.rows.length === 0 ? null : (
            <Results
              {...{ schema, checked, chosen }}
              {...{ rows: tried.rows, tables: tried.tables }}
              onChoose={setChosen}
            />
          )}
          {context === undefined ? null : <TraceOf {...{ checked, context }} />}
          {checked.type === "Yes/No" ? <Plan table={table} condition={late} /> : null}
        </div>
      )}
    </section>
  );
}

/** Milliseconds without a key, after which an expression is checked and tried: a key is shown before that. */
const A_MOMENT = 60;

/** Acts on the last value once none has come for some milliseconds; not at all where the component is gone by then. */
function useLater<T>(act: (value: T) => void, pause: number): (value: T) => void {
  const latest = useRef(act);
  latest.current = act;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (value: T) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current(value), pause);
    },
    [pause],
  );
}

/** What an expression may name: all tables that the session reaches, and the columns of the table it is tried on. */
function scopeOf(schemas: readonly DescribedTable[], table: string): Scope {
  const tables = Object.fromEntries(
    schemas.map(({ name, key, columns }) => [
      name,
      { key, columns: Object.fromEntries(columns.map((column) => [column.name, scopeOfColumn(column)])) },
    ]),
  );
  return table in tables ? { tables, table } : { tables };
}

function scopeOfColumn(column: DescribedTable["columns"][number]): ColumnScope {
  const { type, table, json, decimalDigits, currency, values } = column;
  return {
    type: json === "array" && table !== undefined ? "List" : type,
    ...(table === undefined ? {} : { table }),
    ...(json === "array" && table !== undefined ? { itemType: "Ref" } : {}),
    ...(decimalDigits === undefined ? {} : { decimalDigits }),
    ...(currency === undefined ? {} : { currency }),
    ...(values === undefined ? {} : { values: values.map(String) }),
  };
}

interface TraceOfProps {
  readonly checked: Checked;
  readonly context: EvaluationContext;
}

/** How the chosen row came by its result. */
function TraceOf({ checked, context }: TraceOfProps) {
  const { say } = useWords();
  const trace = useMemo(() => traceIn(checked, context), [checked, context]);
  if (trace === undefined) return null;
  return (
    <section className="trace" aria-label={say("trace")}>
      <h2>{say("trace")}</h2>
      <TraceTree node={trace.root} />
    </section>
  );
}

/** Undefined where a cell does not have the form of its type, which the results say. */
function traceIn({ compiled }: Checked, context: EvaluationContext): Trace | undefined {
  try {
    return compiled?.trace(context);
  } catch {
    return undefined;
  }
}
