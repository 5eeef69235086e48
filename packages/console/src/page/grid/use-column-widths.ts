import type { ColumnSchema, TableSchema } from "@tablewright/core";
import { columnSizingFeature, createColumnHelper, tableFeatures, useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import type { Row } from "../api/create-api.ts";

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
export function useColumnWidths(schema: TableSchema): ColumnWidths {
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
