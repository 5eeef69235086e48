import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef } from "react";
import { useWords } from "../words/use-words.tsx";
import type { SheetEdit } from "./sheet-edit.ts";
import { useDrawnRows } from "./use-drawn-rows.tsx";
import "./editable-sheet.css";

interface SheetColumn {
  readonly name: string;
  /** In place of the name in the heading. */
  readonly head?: ReactNode;
  readonly className?: string;
}

interface EditableSheetProps {
  readonly label: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly string[])[];
  /** Whether the order of the rows counts, so that they can be moved. */
  readonly isOrdered?: boolean;
  /** After the last heading. */
  readonly children?: ReactNode;
  onChange(edit: SheetEdit): void;
}

/**
 * A few rows that are written cell by cell, as in a spreadsheet: Enter and the arrows lead to the cell below and above, Alt with an arrow
 * moves the row, and cells of a spreadsheet are pasted from where the cursor is.
 */
export function EditableSheet({
  label,
  columns,
  rows,
  isOrdered = false,
  children,
  onChange,
}: EditableSheetProps) {
  const { say } = useWords();
  const { drawn, more } = useDrawnRows(rows);
  const table = useRef<HTMLTableElement>(null);
  const focus = (row: number, column: number) =>
    table.current?.querySelector<HTMLInputElement>(`[data-cell="${row} ${column}"]`)?.focus();
  const onKeyDown = (event: KeyboardEvent, row: number, column: number) => {
    const by = STEPS[event.key];
    if (by === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (isOrdered && event.altKey && rows[row + by] !== undefined) onChange({ kind: "move", row, by });
    focus(row + by, column);
  };
  const onPaste = (event: ClipboardEvent, row: number, column: number) => {
    const lines = linesOf(event.clipboardData.getData("text/plain"));
    if (lines.length === 1 && lines[0]?.length === 1) return;
    event.preventDefault();
    const cells = lines.flatMap((texts, down) =>
      texts
        .slice(0, columns.length - column)
        .map((text, along) => ({ row: row + down, column: column + along, text })),
    );
    onChange({ kind: "cells", cells });
  };
  return (
    <div className="sheet">
      <table ref={table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">#</th>
            {columns.map(({ name, head, className }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a heading that is written keeps its cursor
              <th key={at} scope="col" className={className}>
                {head ?? <code>{name}</code>}
              </th>
            ))}
            <th className="sheet-tools">{children}</th>
          </tr>
        </thead>
        <tbody>
          {drawn.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell that is written keeps its cursor
            <tr key={row}>
              <th scope="row">{row + 1}</th>
              {columns.map(({ name, className }, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={column} className={className}>
                  <input
                    value={cells[column] ?? ""}
                    size={Math.min(MOST_CHARACTERS, Math.max(6, (cells[column] ?? "").length))}
                    data-cell={`${row} ${column}`}
                    aria-label={say("cellAt", { column: name, row: row + 1 })}
                    spellCheck={false}
                    onChange={({ target }) =>
                      onChange({ kind: "cells", cells: [{ row, column, text: target.value }] })
                    }
                    onKeyDown={(event) => onKeyDown(event, row, column)}
                    onPaste={(event) => onPaste(event, row, column)}
                  />
                </td>
              ))}
              <td className="sheet-tools">
                {isOrdered ? (
                  <>
                    <button
                      type="button"
                      aria-label={say("moveUp", { row: row + 1 })}
                      disabled={row === 0}
                      onClick={() => onChange({ kind: "move", row, by: -1 })}
                    >
                      ↑
                    </button>
                    <button
                      type="button"
                      aria-label={say("moveDown", { row: row + 1 })}
                      disabled={row === rows.length - 1}
                      onClick={() => onChange({ kind: "move", row, by: 1 })}
                    >
                      ↓
                    </button>
                  </>
                ) : null}
                <button
                  type="button"
                  aria-label={say("removeRow", { row: row + 1 })}
                  onClick={() => onChange({ kind: "remove", row })}
                >
                  ×
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
      <button type="button" onClick={() => onChange({ kind: "add" })}>
        {say("addRow")}
      </button>
    </div>
  );
}

/** How wide a cell grows with its text. */
const MOST_CHARACTERS = 32;

const STEPS: Readonly<Record<string, 1 | -1>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

/** The cells that a spreadsheet has copied: tabs between cells, line breaks between rows. */
function linesOf(text: string): readonly (readonly string[])[] {
  return text
    .replace(/\r?\n$/u, "")
    .split(/\r?\n/u)
    .map((line) => line.split("\t"));
}
