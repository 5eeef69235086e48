import type { ColumnSchema } from "@tablewright/core";
import type { Row } from "../api/create-api.ts";
import { useWords } from "../words/use-words.tsx";
import { Cell } from "./cell.tsx";
import { isNumber } from "./grid-header.tsx";
import { SELECT_WIDTH } from "./grid-size.ts";

interface GridRowProps {
  readonly index: number;
  /** Pixels from the top of the first row. */
  readonly start: number;
  /** Undefined while it is read. */
  readonly row: Row | undefined;
  readonly columns: readonly ColumnSchema[];
  readonly widths: readonly number[];
  readonly isSelected: boolean;
  /** The position of the active cell, where it is in this row. */
  readonly active: number | undefined;
  onActivate(column: number): void;
  onFilter(column: number): void;
  onSelect(row: Row): void;
  onOpen(row: Row): void;
  labelOf(table: string, key: string): string | undefined;
}

export function GridRow({ index, start, row, columns, widths, ...props }: GridRowProps) {
  const { say } = useWords();
  const { isSelected, active, onActivate, onFilter, onSelect, onOpen, labelOf } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className="grid-row"
      style={{ transform: `translateY(${start}px)` }}
      onDoubleClick={() => row !== undefined && onOpen(row)}
    >
      <span role="gridcell" className="grid-cell select" style={{ width: SELECT_WIDTH }}>
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isSelected}
          disabled={row === undefined}
          aria-label={`${say("row")} ${index + 1}`}
          onChange={() => row !== undefined && onSelect(row)}
        />
      </span>
      {columns.map((column, at) => (
        <span
          key={column.name}
          id={`cell-${index}-${at}`}
          role="gridcell"
          aria-colindex={at + 2}
          className={`grid-cell${isNumber(column) ? " number" : ""}${active === at ? " active" : ""}`}
          style={{ width: widths[at] }}
          onClick={() => onActivate(at)}
          onContextMenu={(event) => {
            if (event.target instanceof Element && event.target.closest("a") !== null) return;
            event.preventDefault();
            onFilter(at);
          }}
        >
          {row === undefined ? (
            <span className="skeleton" />
          ) : (
            <Cell column={column} value={row[column.name]} labelOf={labelOf} />
          )}
        </span>
      ))}
    </div>
  );
}
