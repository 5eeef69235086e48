import type { DescribedColumn, DescribedTable } from "@tablewright/core";
import { useState } from "react";
import { takes } from "../tables/use-tables.ts";
import { useWords } from "../words/use-words.tsx";
import type { FileRows } from "./files/file-rows.ts";
import { guessColumns } from "./guess-columns.ts";
import { Mapping } from "./mapping.tsx";
import { Progress } from "./progress.tsx";
import { useRowImport } from "./use-row-import.ts";

/** From the columns of a file to the report: what is changed after a try has to be tried again. */
export function ImportRows({ schema, file }: { readonly schema: DescribedTable; readonly file: FileRows }) {
  const { say } = useWords();
  const offered = schema.columns.filter(({ writable }) => writable);
  const [columns, setColumns] = useState(() =>
    guessColumns(
      file.headers,
      offered.map(({ name }) => name),
    ),
  );
  const [locale, setLocale] = useState("");
  const [updates, setUpdates] = useState(false);
  const { current, begin, stop, goOn, forget } = useRowImport();
  const isBusy = current !== undefined && (current.isRunning || !current.isTry);
  const isTried = current?.isTry === true && current.progress.done === file.rows.length;
  const good = isTried ? current.progress.saved : 0;
  const start = (isTry: boolean) =>
    begin({
      table: schema.name,
      key: schema.key,
      rows: file.rows,
      columns,
      properties: {
        ...(locale === "" ? {} : { Locale: locale }),
        ...(updates ? { OnDuplicate: "update" as const } : {}),
        ...(isTry ? { DryRun: true } : {}),
      },
    });
  const changing =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      forget();
      set(value);
    };
  return (
    <>
      <p className="hint">{say("fileRows", { name: file.name, count: file.rows.length })}</p>
      <Mapping {...{ file, offered, columns }} isDisabled={isBusy} onChange={changing(setColumns)} />
      <Missing columns={offered} chosen={columns} />
      <div className="import-tools">
        <label>
          {say("formOfCells")}{" "}
          <select
            value={locale}
            disabled={isBusy}
            onChange={({ target }) => changing(setLocale)(target.value)}
          >
            <option value="">{say("formOfApplication")}</option>
            {LOCALES.map((tag) => (
              <option key={tag} value={tag}>
                {example(tag)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {say("onDuplicate")}{" "}
          <select
            value={updates ? "update" : "refuse"}
            disabled={isBusy}
            onChange={({ target }) => changing(setUpdates)(target.value === "update")}
          >
            <option value="refuse">{say("refuseDuplicates")}</option>
            <option value="update" disabled={!takes(schema, "edit")}>
              {say("updateDuplicates")}
            </option>
          </select>
        </label>
        <button
          type="button"
          className={isTried ? "" : "main"}
          disabled={isBusy || columns.every((column) => column === undefined)}
          onClick={() => start(true)}
        >
          {say("tryImport")}
        </button>
        <button
          type="button"
          className={isTried ? "main" : ""}
          disabled={good === 0}
          onClick={() => start(false)}
        >
          {isTried ? say("importRows", { count: good }) : say("import")}
        </button>
      </div>
      {current === undefined ? null : (
        <Progress
          table={schema.name}
          keyColumns={schema.key}
          {...{ file, columns, current }}
          onStop={stop}
          onGoOn={goOn}
        />
      )}
    </>
  );
}

/** The required columns that the file gives no value. */
function Missing({
  columns,
  chosen,
}: {
  readonly columns: readonly DescribedColumn[];
  readonly chosen: readonly (string | undefined)[];
}) {
  const { say } = useWords();
  const missing = columns.filter(
    ({ name, required, key, hasInitialValue }) =>
      (required === true || key) && !hasInitialValue && !chosen.includes(name),
  );
  if (missing.length === 0) return null;
  return (
    <p className="warning">
      {say("missingColumns", { columns: missing.map(({ name }) => name).join(", ") })}
    </p>
  );
}

/** A day and a number as people of the Locale write them. */
function example(locale: string): string {
  const day = new Intl.DateTimeFormat(locale, { timeZone: "UTC" }).format(new Date("2026-12-31T00:00:00Z"));
  return `${locale}: ${day}, ${new Intl.NumberFormat(locale).format(1234.5)}`;
}

/** Locales in whose forms files are read, besides that of the application; all are BCP 47 tags that the service takes. */
const LOCALES: readonly string[] = [
  "en-US",
  "en-GB",
  "de-DE",
  "de-CH",
  "es-ES",
  "fr-FR",
  "it-IT",
  "ja-JP",
  "nl-NL",
  "pl-PL",
  "pt-BR",
  "sv-SE",
];
