import type { DescribedColumn } from "@tablewright/core";
import { csvText } from "../csv-file.ts";
import { useWords } from "../words/use-words.tsx";
import type { FileRows } from "./files/file-rows.ts";

interface MappingProps {
  readonly file: FileRows;
  /** Those that take values. */
  readonly offered: readonly DescribedColumn[];
  readonly columns: readonly (string | undefined)[];
  readonly isDisabled: boolean;
  onChange(columns: readonly (string | undefined)[]): void;
}

/** The first rows of a file, and above each of its columns the one of the table that it is for. */
export function Mapping({ file: { headers, rows }, offered, columns, isDisabled, onChange }: MappingProps) {
  const { say } = useWords();
  const named = headers.map((header, at) => header || say("columnNumber", { number: at + 1 }));
  const choose = (at: number, chosen: string) =>
    onChange(
      columns.map((column, other) =>
        other === at ? chosen || undefined : column === chosen ? undefined : column,
      ),
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by the keyboard too
    <section className="mapping" aria-label={say("mapping")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{say("line")}</th>
            {named.map((header, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file have only their places
              <th key={at}>
                <bdi>{header}</bdi>
              </th>
            ))}
          </tr>
          <tr>
            <td />
            {named.map((header, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file have only their places
              <td key={at}>
                <select
                  aria-label={say("columnFor", { header })}
                  value={columns[at] ?? ""}
                  disabled={isDisabled}
                  onChange={({ target }) => choose(at, target.value)}
                >
                  <option value="">{say("leaveOut")}</option>
                  {offered.map(({ name }) => (
                    <option key={name}>{name}</option>
                  ))}
                </select>
                <small>{offered.find(({ name }) => name === columns[at])?.type}</small>
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map(({ line, cells }) => (
            <tr key={line}>
              <td>{line}</td>
              {headers.map((_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have only their places
                <td key={at} className={columns[at] === undefined ? "left-out" : undefined}>
                  <bdi>{csvText(cells[at]).slice(0, LONGEST)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const SHOWN = 8;
const LONGEST = 80;
