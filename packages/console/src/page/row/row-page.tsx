import type { TableList } from "@tablewright/client";
import type { DescribedTable } from "@tablewright/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { keyCells } from "../api/create-api.ts";
import { readLabelledRows } from "../api/read-rows.ts";
import { DeleteRows } from "../form/delete-rows.tsx";
import { RowForm } from "../form/row-form.tsx";
import { GridCell } from "../grid/cell.tsx";
import { labelIn } from "../grid/use-rows.ts";
import { useSession } from "../session/session-context.tsx";
import { useSchema, useTables } from "../tables/use-tables.ts";
import { Unread } from "../words/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";
import { RowActions } from "./row-actions.tsx";
import { RowVersions } from "./row-versions.tsx";

const rowRoute = getRouteApi("/tables/$table/rows/$key");

/** One row: all of its cells, the rows related to it, and what can be done to it. */
export function RowPage() {
  const { table, key } = rowRoute.useParams();
  const schema = useSchema(table);
  const { tables } = useTables();
  if (schema.error !== null || schema.data === undefined || tables === undefined)
    return <Unread error={schema.error} data={undefined} onRetry={() => void schema.refetch()} />;
  return <OneRow key={`${table} ${key}`} schema={schema.data} tables={tables} rowKey={key} />;
}

interface OneRowProps {
  readonly schema: DescribedTable;
  readonly tables: TableList;
  readonly rowKey: string;
}

function OneRow({ schema, tables, rowKey }: OneRowProps) {
  const { api } = useSession();
  const { say } = useWords();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"edit" | "delete">();
  const { data, error, refetch } = useQuery({
    queryKey: ["row", schema.name, rowKey],
    queryFn: ({ signal }) =>
      readLabelledRows(api, {
        schema,
        tables,
        keys: [keyCells(rowKey, schema.key)],
        withLists: true,
        signal,
      }),
  });
  if (error !== null || data === undefined)
    return <Unread error={error} data={data} onRetry={() => void refetch()} />;
  const row = data.rows[0];
  if (row === undefined)
    return (
      <section>
        <p className="hint">{say("noRow")}</p>
        <RowVersions schema={schema} rowKey={rowKey} />
      </section>
    );
  const back = () => void navigate({ to: "/tables/$table", params: { table: schema.name }, search: {} });
  return (
    <section className="row-page">
      <header className="page-head">
        <h1>
          <Link to="/tables/$table" params={{ table: schema.name }} search={{}}>
            <bdi>{schema.name}</bdi>
          </Link>
          {" / "}
          <bdi>{String(row[schema.label] ?? rowKey)}</bdi>
        </h1>
        <RowActions
          schema={schema}
          rowKey={rowKey}
          onEdit={() => setOpen("edit")}
          onDelete={() => setOpen("delete")}
        />
      </header>
      <dl className="cells">
        {schema.columns.map((column) => (
          <div key={column.name} className="cell-line">
            <dt title={column.description}>
              <bdi>{column.name}</bdi>
              {column.computed ? <small> {say("computed")}</small> : null}
            </dt>
            <dd>
              <GridCell
                column={column}
                value={row[column.name]}
                isWhole
                labelOf={(table, key) => labelIn([data], table, key)}
              />
            </dd>
          </div>
        ))}
      </dl>
      <RowVersions schema={schema} rowKey={rowKey} />
      {open === "edit" ? (
        <RowForm {...{ schema, row }} onDone={() => setOpen(undefined)} onCancel={() => setOpen(undefined)} />
      ) : null}
      {open === "delete" ? (
        <DeleteRows schema={schema} rows={[row]} onDone={back} onCancel={() => setOpen(undefined)} />
      ) : null}
    </section>
  );
}
