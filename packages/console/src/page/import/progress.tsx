import { REFUSED_HEADERS, refusedCells, writeCsv } from "@tablewright/core";
import { Link } from "@tanstack/react-router";
import { csvFile, csvText, saveFile } from "../csv-file.ts";
import { ProblemNote } from "../words/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";
import type { FileRows } from "./files/file-rows.ts";
import type { UnimportedRow } from "./row-import.ts";
import type { RunningImport } from "./use-row-import.ts";

interface ProgressProps {
  readonly table: string;
  readonly keyColumns: readonly string[];
  readonly file: FileRows;
  readonly columns: readonly (string | undefined)[];
  readonly current: RunningImport;
  onStop(): void;
  onGoOn(): void;
}

/** How far a try or an import is, what came of it, and the rows that are refused. */
export function Progress({ table, keyColumns, file, columns, current, onStop, onGoOn }: ProgressProps) {
  const { say } = useWords();
  const { isTry, isRunning, error, progress } = current;
  const { done, saved, refused } = progress;
  const isWhole = done === file.rows.length;
  const counts = { done, saved, count: file.rows.length, refused: refused.length, table };
  return (
    <section aria-label={say("report")}>
      {isWhole ? null : (
        <div className="import-tools">
          <progress max={file.rows.length} value={done} aria-label={say("import")} />
          <span>{say("rowsDone", counts)}</span>
          <button type="button" onClick={isRunning ? onStop : onGoOn}>
            {say(isRunning ? "stop" : "goOn")}
          </button>
        </div>
      )}
      {error === undefined ? null : <ProblemNote error={error} />}
      <div aria-live="polite">
        {isWhole ? <p className="report">{say(isTry ? "wasTried" : "wasImported", counts)}</p> : null}
        {isWhole && !isTry ? (
          <p>
            <Link to="/tables/$table" params={{ table }} search={{}}>
              {say("showTable", { table })}
            </Link>
          </p>
        ) : null}
      </div>
      {refused.length === 0 ? null : (
        <>
          <button type="button" onClick={() => saveFile(refusedCsv(file, refused), `${table}.refused.csv`)}>
            {say("saveRefused")}
          </button>
          <RefusedList {...{ refused, columns, keyColumns }} />
        </>
      )}
    </section>
  );
}

/** The refused rows of a file as a CSV file that can be corrected and imported. */
function refusedCsv({ headers }: FileRows, refused: readonly UnimportedRow[]): Blob {
  const lines = refused.map(({ row, errors }) => [
    ...refusedCells(row.line, errors),
    ...row.cells.map(csvText),
  ]);
  return csvFile([writeCsv([[...REFUSED_HEADERS, ...headers], ...lines])]);
}

interface RefusedListProps {
  readonly refused: readonly UnimportedRow[];
  /** The column that each cell of a row is for. */
  readonly columns: readonly (string | undefined)[];
  /** The key columns of the table, which an error is about that names a key. */
  readonly keyColumns: readonly string[];
}

/** The first of the rows that are refused: the line of the file, and each cell with what is wrong with it. */
function RefusedList({ refused, columns, keyColumns }: RefusedListProps) {
  const { say } = useWords();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by the keyboard too
    <section className="refused-rows" aria-label={say("refusedRows")} tabIndex={0}>
      <table className="refused">
        <thead>
          <tr>
            <th>{say("line")}</th>
            <th>{say("column")}</th>
            <th>{say("cell")}</th>
          </tr>
        </thead>
        <tbody>
          {refused.slice(0, SHOWN).flatMap(({ row, errors }) =>
            errors.map(({ column, key, code, message }) => {
              const about = column === undefined ? (key === undefined ? [] : keyColumns) : [column];
              const cells = about.map((name) => csvText(row.cells[columns.indexOf(name)]).slice(0, LONGEST));
              return (
                <tr key={`${row.line} ${column} ${code}`}>
                  <td>{row.line}</td>
                  <td>
                    <bdi>{about.join(", ")}</bdi>
                  </td>
                  <td>
                    <bdi>{cells.join(", ")}</bdi>
                    <p className="problem">{message}</p>
                  </td>
                </tr>
              );
            }),
          )}
        </tbody>
      </table>
      {refused.length > SHOWN ? (
        <p className="hint">{say("moreRefused", { count: refused.length - SHOWN })}</p>
      ) : null}
    </section>
  );
}

const SHOWN = 100;
const LONGEST = 200;
