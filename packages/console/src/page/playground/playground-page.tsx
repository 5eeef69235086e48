import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { ProblemNote } from "../shell/problem-note.tsx";
import { TableChoice } from "../shell/table-choice.tsx";
import { useTables } from "../shell/use-tables.ts";
import { useSchemas } from "../tables/use-schemas.ts";
import { useWords } from "../words/use-words.tsx";
import { check } from "./check.ts";
import { ExpressionInput } from "./expression-input.tsx";
import { Plan } from "./plan.tsx";
import { Results } from "./results.tsx";
import { scopeOf } from "./scope-of.ts";
import { TraceOf } from "./trace-of.tsx";
import { useLater } from "./use-later.ts";
import { useTriedRows } from "./use-tried-rows.ts";
import { Verdict } from "./verdict.tsx";
import "./playground.css";

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
  const checked = useMemo(() => check(late, scope), [late, scope]);
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
      <Verdict {...{ source: late, checked }} />
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
