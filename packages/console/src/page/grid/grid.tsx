import type { DescribedColumn, DescribedTable } from "@tablewright/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { type ApiRow, rowKey } from "../api/create-api.ts";
import type { View } from "../tables/view.ts";
import { useWords } from "../words/use-words.tsx";
import { GridHeader, GridRow, ROW_HEIGHT, SELECT_WIDTH } from "./grid-row.tsx";
import type { RowWindow } from "./use-rows.ts";
import "./grid.css";
import { columnSizingFeature, createColumnHelper, tableFeatures, useTable } from "@tanstack/react-table";

interface GridProps {
  readonly schema: DescribedTable;
  readonly rows: RowWindow;
  readonly view: View;
  /** Keys of the selected rows. */
  readonly selected: ReadonlySet<string>;
  onSelect(row: ApiRow): void;
  onSort(column: DescribedColumn): void;
  onOpen(row: ApiRow): void;
  /** Asks for only the rows with the value of a cell. */
  onFilter(cell: { readonly column: DescribedColumn; readonly row: ApiRow }): void;
}

/** Rows like a spreadsheet's: only those on the screen are there, so it does not matter how many there are. */
export function RowGrid(props: GridProps) {
  const { schema: whole, rows, view, selected, onSelect, onSort, onOpen, onFilter } = props;
  const { say } = useWords();
  const frame = useRef<HTMLDivElement>(null);
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
  const schema = useReadableColumns(
    whole,
    shown.map(({ index }) => rows.rowAt(index)),
  );
  const { columns, widths, resize } = useColumnWidths(schema);
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
          const isSelected = row !== undefined && selected.has(rowKey(row, schema.key));
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

  function withRow(place: number, act: (row: ApiRow) => void): void {
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

/**
 * Without columns that the caller may read in no row so far, which answers do not have: a column with a condition is there once a
 * row that was shown has it.
 */
function useReadableColumns(schema: DescribedTable, rows: readonly (ApiRow | undefined)[]): DescribedTable {
  const [read, setRead] = useState<readonly string[]>([]);
  const found = schema.columns.filter(
    ({ name, readIf }) =>
      readIf && !read.includes(name) && rows.some((row) => row !== undefined && Object.hasOwn(row, name)),
  );
  if (found.length > 0) setRead([...read, ...found.map(({ name }) => name)]);
  return useMemo(
    () => ({
      ...schema,
      columns: schema.columns.filter(({ name, readIf }) => !readIf || read.includes(name)),
    }),
    [schema, read],
  );
}

const features = tableFeatures({ columnSizingFeature });
const helper = createColumnHelper<typeof features, ApiRow>();
const NO_ROWS: ApiRow[] = [];

interface ColumnWidths {
  readonly columns: readonly DescribedColumn[];
  /** In pixels, by the position of the column. */
  readonly widths: readonly number[];
  resize(column: DescribedColumn, width: number): void;
}

/** The columns of a table as a grid shows them, and how wide they are. */
function useColumnWidths(schema: DescribedTable): ColumnWidths {
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

function usualWidth({ type, json, name }: DescribedColumn): number {
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

interface GridPlace {
  readonly row: number;
  readonly column: number;
}

interface GridKeys {
  readonly active: GridPlace;
  setActive(place: GridPlace): void;
  /** Moves the active cell as a spreadsheet does; Enter opens its row, Space selects it, F filters by it. */
  onKeyDown(event: KeyboardEvent): void;
}

/** The keyboard over a grid of so many rows and columns, a screen of so many rows. */
function useGridKeys(
  size: { readonly rows: number; readonly columns: number; readonly screen: number },
  on: {
    move(place: GridPlace): void;
    open(row: number): void;
    select(row: number): void;
    filter(place: GridPlace): void;
  },
): GridKeys {
  const [active, setActive] = useState<GridPlace>({ row: 0, column: 0 });
  const move = (row: number, column: number) => {
    const place = {
      row: Math.max(0, Math.min(size.rows - 1, row)),
      column: Math.max(0, Math.min(size.columns - 1, column)),
    };
    setActive(place);
    on.move(place);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { row, column } = active;
    const end = event.ctrlKey || event.metaKey;
    const forwards = getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    switch (event.key) {
      case "ArrowDown":
        move(end ? size.rows - 1 : row + 1, column);
        break;
      case "ArrowUp":
        move(end ? 0 : row - 1, column);
        break;
      case "ArrowRight":
      case "ArrowLeft":
        if (event.key === forwards) move(row, end ? size.columns - 1 : column + 1);
        else move(row, end ? 0 : column - 1);
        break;
      case "PageDown":
        move(row + size.screen, column);
        break;
      case "PageUp":
        move(row - size.screen, column);
        break;
      case "Home":
        move(end ? 0 : row, 0);
        break;
      case "End":
        move(end ? size.rows - 1 : row, size.columns - 1);
        break;
      case "Enter":
        on.open(row);
        break;
      case " ":
        on.select(row);
        break;
      case "f":
        if (end) return;
        on.filter(active);
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  return { active, setActive, onKeyDown };
}
