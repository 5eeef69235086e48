import { csvText } from "../csv/csv-text.ts";
import { useWords } from "../words/use-words.tsx";
import type { RefusedRow } from "./row-import.ts";

interface RefusedListProps {
  readonly refused: readonly RefusedRow[];
  /** The column that each cell of a row is for. */
  readonly columns: readonly (string | undefined)[];
  /** The key columns of the table, which an error is about that names a key. */
  readonly keyColumns: readonly string[];
}

/** The first of the rows that are refused: the line of the file, and each cell with what is wrong with it. */
export function RefusedList({ refused, columns, keyColumns }: RefusedListProps) {
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
