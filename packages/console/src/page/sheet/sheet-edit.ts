/** A change of a sheet; rows and columns count from 0. */
export type SheetEdit =
  /** Cells below the last row add rows. */
  | { readonly kind: "cells"; readonly cells: readonly SheetCell[] }
  /** Below the last row. */
  | { readonly kind: "add" }
  | { readonly kind: "remove"; readonly row: number }
  /** To the place of the next row, or of the one before. */
  | { readonly kind: "move"; readonly row: number; readonly by: 1 | -1 };

interface SheetCell {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

/** The rows of a sheet after a change; those that are added have `width` cells. */
export function editedRows(
  rows: readonly (readonly string[])[],
  edit: SheetEdit,
  width: number,
): readonly (readonly string[])[] {
  const empty = Array.from({ length: width }, () => "");
  switch (edit.kind) {
    case "add":
      return [...rows, empty];
    case "remove":
      return rows.toSpliced(edit.row, 1);
    case "move":
      return rows.toSpliced(edit.row, 1).toSpliced(edit.row + edit.by, 0, rows[edit.row] ?? empty);
    case "cells": {
      const last = edit.cells.reduce((most, { row }) => Math.max(most, row), rows.length - 1);
      const edited = Array.from({ length: last + 1 }, (_, row) => [...(rows[row] ?? empty)]);
      for (const { row, column, text } of edit.cells) (edited[row] ?? [])[column] = text;
      return edited;
    }
  }
}
