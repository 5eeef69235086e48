import type { TableList } from "@tablewright/client";
import type { DescribedTable } from "@tablewright/core";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { type ApiRow, rowKey } from "../api/create-api.ts";
import { saveFile } from "../csv-file.ts";
import { DeleteRows } from "../form/delete-rows.tsx";
import { EditSelected } from "../form/edit-selected.tsx";
import { RowForm } from "../form/row-form.tsx";
import { RowGrid } from "../grid/grid.tsx";
import { useFoundRows, useLiveRows, useStoredRows } from "../grid/use-rows.ts";
import { useSession } from "../session/session-context.tsx";
import { takes, useSchema, useTables } from "../tables/use-tables.ts";
import { conditionOf, filteredBy, quoted, selectorOf, sortedBy, type View } from "../tables/view.ts";
import { ProblemNote, Unread } from "../words/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";

const tableRoute = getRouteApi("/tables/$table");

/** The rows of a table or slice: what is shown is a Selector that can be seen, changed and copied. */
export function TablePage() {
  const { table } = tableRoute.useParams();
  const schema = useSchema(table);
  const { tables } = useTables();
  if (schema.error !== null || schema.data === undefined || tables === undefined)
    return <Unread error={schema.error} data={undefined} onRetry={() => void schema.refetch()} />;
  return <Rows key={table} schema={schema.data} tables={tables} />;
}

function Rows({ schema, tables }: { readonly schema: DescribedTable; readonly tables: TableList }) {
  const { say } = useWords();
  const view = tableRoute.useSearch();
  const navigate = useNavigate();
  const [selected, setSelected] = useState<ReadonlyMap<string, ApiRow>>(new Map());
  const selector = selectorOf(schema.name, view);
  const stored = useStoredRows(schema, tables, selector === undefined);
  const matches = useFoundRows(schema, tables, selector, stored === undefined);
  const rows = stored ?? matches;
  const isLive = useLiveRows(schema, selector);
  const show = (search: View) => {
    setSelected(new Map());
    void navigate({ to: "/tables/$table", params: { table: schema.name }, search });
  };
  const select = (row: ApiRow) => {
    const key = rowKey(row, schema.key);
    const others = new Map(selected);
    if (!others.delete(key)) others.set(key, row);
    setSelected(others);
  };
  const open = (row: ApiRow) =>
    void navigate({
      to: "/tables/$table/rows/$key",
      params: { table: schema.name, key: rowKey(row, schema.key) },
    });
  return (
    <section className="table-page">
      <header className="page-head">
        <h1>
          <bdi>{schema.name}</bdi>
        </h1>
        <span className="count" aria-live="polite">
          {rows.count === undefined
            ? ""
            : rows.count === 1
              ? say("oneRow")
              : say("rows", { count: rows.count })}
        </span>
        {isLive ? <span className="live">{say("live")}</span> : null}
        <ExportButton {...{ schema, selector }} />
        {takes(schema, "add") ? (
          <Link className="button" to="/import" search={{ table: schema.name }}>
            {say("import")}
          </Link>
        ) : null}
        <TableTools schema={schema} selected={selected} onDone={() => setSelected(new Map())} />
      </header>
      <SelectorBar schema={schema} view={view} onShow={show} />
      {rows.error === null ? null : <ProblemNote error={rows.error} onRetry={rows.retry} />}
      <RowGrid
        {...{ schema, rows, view, selected: new Set(selected.keys()) }}
        onSelect={select}
        onSort={({ name }) => show(sortedBy(view, name))}
        onOpen={open}
        onFilter={({ column, row }) =>
          show(filteredBy(view, schema.name, conditionOf(column, row[column.name] ?? null)))
        }
      />
    </section>
  );
}

interface ExportButtonProps {
  readonly schema: DescribedTable;
  /** Of the rows that are shown; undefined for all. */
  readonly selector: string | undefined;
}

/** Saves what is shown, with all of its rows, as a CSV file. */
function ExportButton({ schema, selector }: ExportButtonProps) {
  const { api } = useSession();
  const { say } = useWords();
  const saving = useMutation({
    mutationFn: async () => {
      const { exportRows } = await import("./export-rows.ts");
      saveFile(await exportRows(api, schema, selector), `${schema.name}.csv`);
    },
  });
  return (
    <>
      {saving.error === null ? null : <ProblemNote error={saving.error} />}
      <button type="button" disabled={saving.isPending} onClick={() => saving.mutate()}>
        {say("export")}
      </button>
    </>
  );
}

interface SelectorBarProps {
  readonly schema: DescribedTable;
  readonly view: View;
  onShow(view: View): void;
}

/** The Selector of what is shown: to be read, changed and copied. */
function SelectorBar({ schema, view, onShow }: SelectorBarProps) {
  const { say } = useWords();
  const selector = selectorOf(schema.name, view) ?? "";
  const [text, setText] = useState(selector);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => setText(selector), [selector]);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onShow(text.trim() === "" ? {} : { selector: text.trim() });
  };
  const copy = async () => {
    await navigator.clipboard.writeText(selector);
    setCopied(true);
  };
  const example = `FILTER(${quoted(schema.name)}, ISNOTBLANK([${schema.label}]))`;
  return (
    <form className="selector-bar" onSubmit={apply}>
      <input
        aria-label={say("selector")}
        placeholder={say("allRows", { example })}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" disabled={text.trim() === selector}>
        {say("apply")}
      </button>
      <button type="button" disabled={selector === ""} onClick={() => void copy()}>
        {say(isCopied ? "copied" : "copy")}
      </button>
      <button type="button" disabled={selector === "" && text === ""} onClick={() => onShow({})}>
        {say("clear")}
      </button>
    </form>
  );
}

interface TableToolsProps {
  readonly schema: DescribedTable;
  /** The selected rows by their keys. */
  readonly selected: ReadonlyMap<string, ApiRow>;
  onDone(): void;
}

/** What can be done to the table, or to the rows that are selected. */
function TableTools({ schema, selected, onDone }: TableToolsProps) {
  const { say } = useWords();
  const [open, setOpen] = useState<"add" | "edit" | "delete">();
  const close = () => setOpen(undefined);
  const done = () => {
    close();
    onDone();
  };
  const rows = [...selected.values()];
  return (
    <div className="tools">
      {selected.size === 0 ? null : (
        <>
          <span aria-live="polite">{say("selected", { count: selected.size })}</span>
          {takes(schema, "edit") ? (
            <button type="button" onClick={() => setOpen("edit")}>
              {say("editSelected")}
            </button>
          ) : null}
          {takes(schema, "delete") ? (
            <button type="button" onClick={() => setOpen("delete")}>
              {say("deleteSelected")}
            </button>
          ) : null}
        </>
      )}
      {takes(schema, "add") ? (
        <button type="button" className="main" onClick={() => setOpen("add")}>
          {say("add")}
        </button>
      ) : null}
      {open === "add" ? <RowForm schema={schema} onDone={done} onCancel={close} /> : null}
      {open === "edit" ? <EditSelected {...{ schema, rows }} onDone={done} onCancel={close} /> : null}
      {open === "delete" ? <DeleteRows {...{ schema, rows }} onDone={done} onCancel={close} /> : null}
    </div>
  );
}
