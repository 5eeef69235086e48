import type { ColumnSchema } from "@tablewright/core";
import type { PointerEvent } from "react";
import type { View } from "../tables/view.ts";
import { useWords } from "../words/use-words.tsx";
import { SELECT_WIDTH } from "./grid-size.ts";

interface GridHeaderProps {
  readonly columns: readonly ColumnSchema[];
  readonly widths: readonly number[];
  readonly width: number;
  readonly view: View;
  onSort(column: ColumnSchema): void;
  onResize(column: ColumnSchema, width: number): void;
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

  function headingOf({ name }: ColumnSchema): string {
    if (view.by !== name) return say("sortBy", { column: name });
    return say(view.down ? "sortedDown" : "sortedUp", { column: name });
  }

  function drag(event: PointerEvent<HTMLElement>, before: number, column: ColumnSchema): void {
    const edge = event.currentTarget;
    const from = event.clientX;
    edge.setPointerCapture(event.pointerId);
    edge.onpointermove = (moved) => onResize(column, before + moved.clientX - from);
    edge.onpointerup = () => {
      edge.onpointermove = null;
    };
  }
}

/** Numbers stand on the right, so that their digits are below one another. */
export function isNumber({ json, table }: ColumnSchema): boolean {
  return table === undefined && (json === "number" || json === "integer");
}
