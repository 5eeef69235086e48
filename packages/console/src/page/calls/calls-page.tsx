import type { TableSchema } from "@tablewright/core";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useSession } from "../session/session-context.tsx";
import { ProblemNote } from "../shell/problem-note.tsx";
import { TableChoice } from "../shell/table-choice.tsx";
import { useTables } from "../shell/use-tables.ts";
import { useSchema } from "../tables/use-schema.ts";
import { useWords } from "../words/use-words.tsx";
import { exampleCalls } from "./example-calls.ts";
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
  if (error !== null) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="skeleton">{say("loading")}</p>;
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
  readonly schema: TableSchema;
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by the keyboard too */}
      <pre tabIndex={0}>{text}</pre>
    </article>
  );
}
