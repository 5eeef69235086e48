import type { DescribedColumn } from "@tablewright/core";
import type { PointerEvent } from "react";
import type { ApiRow } from "../api/create-api.ts";
import type { View } from "../tables/view.ts";
import { useWords } from "../words/use-words.tsx";
import { GridCell } from "./cell.tsx";

interface GridHeaderProps {
  readonly columns: readonly DescribedColumn[];
  readonly widths: readonly number[];
  readonly width: number;
  readonly view: View;
  onSort(column: DescribedColumn): void;
  onResize(column: DescribedColumn, width: number): void;
}

/** The headings: a click sorts, by anything but a list; the edge is dragged. */
export function GridHeader({ columns, widths, width, view, onSort, onResize }: GridHeaderProps) {
  const { say } = useWords();
  return (
    <div role="row" className="grid-header" style={{ width }} aria-rowindex={1}>
      <span role="columnheader" className="grid-cell select" style={{ width: SELECT_WIDTH }} />
      {columns.map((column, at) => (
        <span
          key={column.name}
          role="columnheader"
          className={isNumber(column) ? "grid-cell number" : "grid-cell"}
          style={{ width: widths[at] }}
          aria-sort={view.by === column.name ? (view.down ? "descending" : "ascending") : "none"}
        >
          <button
            type="button"
            tabIndex={-1}
            title={column.description ?? `${column.type}`}
            disabled={column.json === "array"}
            onClick={() => onSort(column)}
            aria-label={column.json === "array" ? undefined : headingOf(column)}
          >
            <bdi>{column.name}</bdi>
            <span aria-hidden="true">{view.by === column.name ? (view.down ? " ↓" : " ↑") : ""}</span>
          </button>
          <span className="resize" onPointerDown={(event) => drag(event, widths[at] ?? 0, column)} />
        </span>
      ))}
    </div>
  );

  function headingOf({ name }: DescribedColumn): string {
    if (view.by !== name) return say("sortBy", { column: name });
    return say(view.down ? "sortedDown" : "sortedUp", { column: name });
  }

  function drag(event: PointerEvent<HTMLElement>, before: number, column: DescribedColumn): void {
    const edge = event.currentTarget;
    const from = event.clientX;
    edge.setPointerCapture(event.pointerId);
    edge.onpointermove = (moved) => onResize(column, before + moved.clientX - from);
    edge.onpointerup = () => {
      edge.onpointermove = null;
    };
  }
}

/** Numbers are aligned to the right, so that their digits are below one another. */
function isNumber({ json, table }: DescribedColumn): boolean {
  return table === undefined && (json === "number" || json === "integer");
}

/** In pixels, as the style sheet has it. */
export const ROW_HEIGHT = 28;

/** Of the boxes that select rows, in pixels. */
export const SELECT_WIDTH = 36;

interface GridRowProps {
  readonly index: number;
  /** Pixels from the top of the first row. */
  readonly start: number;
  /** Undefined while it is read. */
  readonly row: ApiRow | undefined;
  readonly columns: readonly DescribedColumn[];
  readonly widths: readonly number[];
  readonly isSelected: boolean;
  /** The position of the active cell, where it is in this row. */
  readonly active: number | undefined;
  onActivate(column: number): void;
  onFilter(column: number): void;
  onSelect(row: ApiRow): void;
  onOpen(row: ApiRow): void;
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
            <GridCell column={column} value={row[column.name]} labelOf={labelOf} />
          )}
        </span>
      ))}
    </div>
  );
}
