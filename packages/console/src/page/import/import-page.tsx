import { useMutation } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { TableChoice } from "../shell/table-choice.tsx";
import { takes, useSchema, useTables } from "../tables/use-tables.ts";
import { Unread } from "../words/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";
import { UnreadableFile } from "./files/file-rows.ts";
import { readFile } from "./files/read-file.ts";
import { ImportRows } from "./import-rows.tsx";
import "./import.css";

const importRoute = getRouteApi("/import");

/** Rows of a file into a table: choose both, say which column is for which, try, and import. */
export function ImportPage() {
  const { say } = useWords();
  const navigate = useNavigate();
  const { tables } = useTables();
  const names = [...(tables?.tables ?? []), ...(tables?.slices ?? [])].map(({ name }) => name);
  const { table = names[0] ?? "" } = importRoute.useSearch();
  const reading = useMutation({ mutationFn: (file: File) => readFile(file, table) });
  const choose = (name: string) => {
    reading.reset();
    void navigate({ to: "/import", search: { table: name } });
  };
  return (
    <section className="import-page">
      <header className="page-head">
        <h1>{say("import")}</h1>
        <TableChoice names={tables === undefined ? undefined : names} table={table} onChoose={choose} />
      </header>
      {table === "" ? null : (
        <>
          <FileInput isDisabled={reading.isPending} onFile={reading.mutate} />
          <ReadingError error={reading.error} />
          {reading.data === undefined ? (
            <p className="hint">{say(reading.isPending ? "loading" : "importHelp", { table })}</p>
          ) : (
            <Chosen key={reading.submittedAt} table={table} file={reading.data} />
          )}
        </>
      )}
    </section>
  );
}

function Chosen({
  table,
  file,
}: {
  readonly table: string;
  readonly file: Awaited<ReturnType<typeof readFile>>;
}) {
  const { say } = useWords();
  const { data: schema, error, refetch } = useSchema(table);
  if (error !== null || schema === undefined)
    return <Unread error={error} data={schema} onRetry={() => void refetch()} />;
  if (!takes(schema, "add")) return <p className="problem">{say("takesNoRows", { table })}</p>;
  return <ImportRows schema={schema} file={file} />;
}

function ReadingError({ error }: { readonly error: Error | null }) {
  const { say } = useWords();
  if (error === null) return null;
  const text = error instanceof UnreadableFile ? say(error.word, { reason: error.reason }) : error.message;
  return (
    <p className="problem" role="alert">
      {text}
    </p>
  );
}

interface FileInputProps {
  readonly isDisabled: boolean;
  onFile(file: File): void;
}

/** Where a file is chosen, or dropped. */
function FileInput({ isDisabled, onFile }: FileInputProps) {
  const { say } = useWords();
  const [isOver, setOver] = useState(false);
  return (
    <label
      className={isOver ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file !== undefined && !isDisabled) onFile(file);
      }}
    >
      <span>{say("chooseFile")}</span>
      <input
        type="file"
        accept=".csv,.xlsx"
        disabled={isDisabled}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) onFile(file);
        }}
        onClick={({ currentTarget }) => {
          currentTarget.value = ""; // the same file may be chosen again once it is corrected
        }}
      />
    </label>
  );
}
