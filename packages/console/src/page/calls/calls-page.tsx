import type { DescribedColumn, DescribedInput, DescribedTable } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useSession } from "../session/session-context.tsx";
import { TableChoice } from "../shell/table-choice.tsx";
import { takes, useSchema, useTables } from "../tables/use-tables.ts";
import { quoted } from "../tables/view.ts";
import { Unread } from "../words/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";
import { LANGUAGES_OF_CALLS, writeCall } from "./write-call.ts";
import "./calls.css";

const callsRoute = getRouteApi("/calls");

/** Every call of a table as curl, TypeScript and Python. */
export function CallsPage() {
  const { say } = useWords();
  const { tables } = useTables();
  const navigate = useNavigate();
  const table = callsRoute.useSearch().table ?? (tables?.tables[0] ?? tables?.slices[0])?.name;
  return (
    <section className="calls-page">
      <header className="page-head">
        <h1>{say("calls")}</h1>
        <TableChoice
          names={
            tables === undefined ? undefined : [...tables.tables, ...tables.slices].map(({ name }) => name)
          }
          table={table ?? ""}
          onChoose={(name) => void navigate({ to: "/calls", search: { table: name } })}
        />
      </header>
      {table === undefined ? null : <CallsOf table={table} />}
    </section>
  );
}

function CallsOf({ table }: { readonly table: string }) {
  const { say } = useWords();
  const { data, error, refetch } = useSchema(table);
  if (error !== null || data === undefined)
    return <Unread error={error} data={data} onRetry={() => void refetch()} />;
  return (
    <>
      <p className="hint">{say("callsHelp", { table })}</p>
      {exampleCalls(data).map((call) => (
        <Example key={call.body.Action} schema={data} call={call} />
      ))}
    </>
  );
}

interface ExampleProps {
  readonly schema: DescribedTable;
  readonly call: ReturnType<typeof exampleCalls>[number];
}

function Example({ schema, call }: ExampleProps) {
  const { say } = useWords();
  const { app } = useSession();
  const [language, setLanguage] = useState<(typeof LANGUAGES_OF_CALLS)[number]>("curl");
  const url = `${location.origin}/api/v2/apps/${encodeURIComponent(app)}/tables/${encodeURIComponent(schema.name)}/Action`;
  const text = writeCall(language, url, call.body);
  return (
    <article className="example">
      <header>
        <h2>{call.body.Action}</h2>
        <div className="choice" role="tablist" aria-label={call.body.Action}>
          {LANGUAGES_OF_CALLS.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              aria-selected={one === language}
              onClick={() => setLanguage(one)}
            >
              {one}
            </button>
          ))}
        </div>
        <button type="button" onClick={() => void navigator.clipboard.writeText(text)}>
          {say("copy")}
        </button>
      </header>
      <pre>{text}</pre>
    </article>
  );
}

interface ExampleCall {
  readonly body: { readonly Action: string; readonly Properties?: object; readonly Rows?: readonly object[] };
}

/** The calls that a table takes, with cells of the types of its columns. */
function exampleCalls(schema: DescribedTable): readonly ExampleCall[] {
  const written = schema.columns.filter(({ writable }) => writable);
  const key = Object.fromEntries(schema.key.map((name) => [name, cellOf(schema, name)]));
  const changed = written.find(({ key: isKey }) => !isKey);
  const calls: ExampleCall[] = [
    {
      body: {
        Action: "Find",
        Properties: { Selector: `FILTER(${quoted(schema.name)}, ISNOTBLANK([${schema.label}]))` },
      },
    },
  ];
  if (takes(schema, "add")) {
    const needed = written.filter(({ required, hasInitialValue }) => required === true && !hasInitialValue);
    calls.push({
      body: { Action: "Add", Rows: [Object.fromEntries(needed.map((one) => [one.name, exampleOf(one)]))] },
    });
  }
  if (takes(schema, "edit") && changed !== undefined) {
    calls.push({ body: { Action: "Edit", Rows: [{ ...key, [changed.name]: exampleOf(changed) }] } });
  }
  if (takes(schema, "delete")) calls.push({ body: { Action: "Delete", Rows: [key] } });
  for (const { name, invocable, inputs = [] } of schema.actions) {
    const Inputs = Object.fromEntries(inputs.map((input) => [input.name, exampleOf(input)]));
    const properties = inputs.length === 0 ? {} : { Properties: { Inputs } };
    if (invocable) calls.push({ body: { Action: name, ...properties, Rows: [key] } });
  }
  return calls;
}

function cellOf({ columns }: DescribedTable, name: string): JsonValue {
  const column = columns.find((one) => one.name === name);
  return column === undefined ? "" : exampleOf(column);
}

function exampleOf({ type, json, name, ...column }: DescribedColumn | DescribedInput): JsonValue {
  const { values, min }: Partial<DescribedColumn> = column;
  if (values !== undefined) return json === "array" ? [values[0] ?? ""] : (values[0] ?? "");
  if (type === "Date") return "2026-03-14";
  if (type === "DateTime") return "2026-03-14T15:09:26";
  if (type === "Time") return "15:09:26";
  if (type === "Email") return "kim@example.com";
  if (json === "boolean") return true;
  if (json === "object" || json === "any") return {};
  if (json === "number" || json === "integer") return min ?? 1;
  return json === "array" ? [] : name;
}
