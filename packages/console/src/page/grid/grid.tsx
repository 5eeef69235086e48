import type { ColumnSchema, TableSchema } from "@tablewright/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import type { Row } from "../api/create-api.ts";
import { keyOf } from "../api/key-of.ts";
import type { View } from "../tables/view.ts";
import { useWords } from "../words/use-words.tsx";
import { GridHeader } from "./grid-header.tsx";
import { GridRow } from "./grid-row.tsx";
import { ROW_HEIGHT, SELECT_WIDTH } from "./grid-size.ts";
import type { RowWindow } from "./row-window.ts";
import { useGridKeys } from "./use-grid-keys.ts";
import "./grid.css";
import { columnSizingFeature, createColumnHelper, tableFeatures, useTable } from "@tanstack/react-table";

export interface GridProps {
  readonly schema: TableSchema;
  readonly rows: RowWindow;
  readonly view: View;
  /** Keys of the selected rows. */
  readonly selected: ReadonlySet<string>;
  onSelect(row: Row): void;
  onSort(column: ColumnSchema): void;
  onOpen(row: Row): void;
  /** Asks for only the rows with the value of a cell. */
  onFilter(cell: { readonly column: ColumnSchema; readonly row: Row }): void;
}

/** Rows like a spreadsheet's: only those on the screen are there, so it does not matter how many there are. */
export function Grid({ schema, rows, view, selected, onSelect, onSort, onOpen, onFilter }: GridProps) {
  const { say } = useWords();
  const frame = useRef<HTMLDivElement>(null);
  const { columns, widths, resize } = useColumnWidths(schema);
  const virtual = useVirtualizer({
    count: rows.places,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollPaddingEnd: ROW_HEIGHT + barOf(frame.current),
  });
  const shown = virtual.getVirtualItems();
  const first = shown[0]?.index ?? 0;
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => rows.show(first, last));
  const screen = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
  const keys = useGridKeys(
    { rows: rows.places, columns: columns.length, screen },
    {
      move: ({ row, column }) => {
        virtual.scrollToIndex(row);
        const heading = frame.current?.querySelectorAll("[role=columnheader]")[column + 1];
        heading?.scrollIntoView({ block: "nearest", inline: "nearest" });
      },
      open: (place) => withRow(place, onOpen),
      select: (place) => withRow(place, onSelect),
      filter: ({ row, column }) => filterAt(row, column),
    },
  );
  const width = widths.reduce((sum, one) => sum + one, SELECT_WIDTH);
  return (
    <div
      ref={frame}
      className="grid"
      role="grid"
      aria-label={schema.name}
      aria-rowcount={rows.count ?? -1}
      aria-colcount={columns.length + 1}
      aria-busy={rows.isReading}
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
      aria-activedescendant={`cell-${keys.active.row}-${keys.active.column}`}
    >
      <GridHeader {...{ columns, widths, width, view, onSort, onResize: resize }} />
      <div role="rowgroup" className="grid-body" style={{ height: virtual.getTotalSize(), width }}>
        {shown.map(({ index, start }) => {
          const row = rows.rowAt(index);
          const isSelected = row !== undefined && selected.has(keyOf(row, schema.key));
          return (
            <GridRow
              key={index}
              {...{ index, start, row, columns, widths, isSelected, onSelect, onOpen }}
              active={keys.active.row === index ? keys.active.column : undefined}
              onActivate={(column) => keys.setActive({ row: index, column })}
              onFilter={(column) => filterAt(index, column)}
              labelOf={rows.labelOf}
            />
          );
        })}
      </div>
      {isEmpty(rows) ? <p className="hint empty">{say("noRows")}</p> : null}
    </div>
  );

  function filterAt(place: number, at: number): void {
    const column = columns[at];
    if (column !== undefined) withRow(place, (row) => onFilter({ column, row }));
  }

  function withRow(place: number, act: (row: Row) => void): void {
    const row = rows.rowAt(place);
    if (row !== undefined) act(row);
  }
}

/** Pixels of the scroll bar below the rows. The headings above them hide as many rows as they are high. */
function barOf(frame: HTMLElement | null): number {
  return frame === null ? 0 : frame.offsetHeight - frame.clientHeight;
}

/** Whether it is known that no row matches: rows that could not be read may. */
function isEmpty({ places, isReading, error }: RowWindow): boolean {
  return places === 0 && !isReading && error === null;
}

const features = tableFeatures({ columnSizingFeature });
const helper = createColumnHelper<typeof features, Row>();
const NO_ROWS: Row[] = [];

interface ColumnWidths {
  readonly columns: readonly ColumnSchema[];
  /** In pixels, by the position of the column. */
  readonly widths: readonly number[];
  resize(column: ColumnSchema, width: number): void;
}

/** The columns of a table as a grid shows them, and how wide they are. */
function useColumnWidths(schema: TableSchema): ColumnWidths {
  const columns = useMemo(
    () =>
      helper.columns(
        schema.columns.map((column) =>
          helper.accessor((row) => row[column.name], {
            id: column.name,
            size: usualWidth(column),
            minSize: 48,
          }),
        ),
      ),
    [schema],
  );
  const table = useTable({ features, columns, data: NO_ROWS });
  const widths = table.getAllLeafColumns().map((column) => column.getSize());
  return {
    columns: schema.columns,
    widths,
    resize: ({ name }, width) =>
      table.setColumnSizing((sizes) => ({ ...sizes, [name]: Math.max(48, Math.round(width)) })),
  };
}

function usualWidth({ type, json, name }: ColumnSchema): number {
  const heading = name.length * 8 + 32;
  const content =
    json === "boolean" ? 64 : json === "number" || json === "integer" ? 96 : (WIDE[type] ?? 160);
  return Math.min(320, Math.max(heading, content));
}

const WIDE: Readonly<Record<string, number>> = {
  LongText: 280,
  Address: 240,
  Date: 112,
  DateTime: 184,
  Time: 96,
};
