import type { DescribedTable } from "@tablewright/core";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useRef } from "react";
import { TableChoice } from "../shell/table-choice.tsx";
import { A_MOMENT } from "../shell/use-settled.ts";
import { scopeOfSchemas } from "../tables/scope-of-schemas.ts";
import { useSchemas, useTables } from "../tables/use-tables.ts";
import { ProblemNote } from "../words/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";
import { checkSource } from "./check-source.ts";
import { ExpressionTrial } from "./expression-trial.tsx";
import { Plan } from "./plan.tsx";
import { useTriedRows } from "./tried-rows.ts";
import { useLater } from "./use-later.ts";

const playgroundRoute = getRouteApi("/playground");

/** An expression over the rows of a table: its type and errors while it is written, its results, its plan. */
export function PlaygroundPage() {
  const { say } = useWords();
  const { tables } = useTables();
  const { schemas, error: unread, retry } = useSchemas();
  const navigate = useNavigate();
  const search = playgroundRoute.useSearch();
  const table = search.table ?? tables?.tables[0]?.name ?? "";
  const source = search.expression ?? "";
  /** What the editor holds, which the address has a moment later. */
  const written = useRef(source);
  const late = useDeferredValue(source);
  const scope = useMemo(() => scopeOfSchemas(schemas ?? NO_SCHEMAS, table), [schemas, table]);
  const checked = useMemo(() => checkSource(late, scope), [late, scope]);
  const tried = useTriedRows(schemas, table, checked);
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
        <TableChoice names={tables?.tables.map(({ name }) => name)} table={table} onChoose={show} />
      </header>
      <ExpressionTrial
        {...{ source, checked, scope }}
        checkedSource={late}
        label={schema?.label}
        rows={tried.rows}
        tables={tried.tables}
        onWrite={write}
        notes={
          <>
            {tables?.tables.length === 0 ? <p className="hint">{say("noTables")}</p> : null}
            {unread === null ? null : <ProblemNote error={unread} onRetry={retry} />}
            {tried.error === null ? null : <ProblemNote error={tried.error} />}
            {tried.rows?.length === 0 ? <p className="hint">{say("noRowsToTry", { table })}</p> : null}
          </>
        }
      >
        {checked.type === "Yes/No" ? <Plan table={table} condition={late} /> : null}
      </ExpressionTrial>
    </section>
  );
}

const NO_SCHEMAS: readonly DescribedTable[] = [];
