import type { StoredColumn, StoredTable } from "@tablewright/core/storage";

/** A small table: `Id` is the key, `Name` a text, `Team` an indexed text, `Age` a whole number. */
export const people: StoredTable = {
  name: "People",
  columns: [text("Id"), text("Name"), text("Team", true), number("Age")],
  key: [0],
  rowNumbers: "position",
};

/** The same table with row numbers that never change. */
export const stablePeople: StoredTable = { ...people, rowNumbers: "stable" };

/** A table whose key has two parts of different kinds, not side by side. */
export const lines: StoredTable = {
  name: "Lines",
  columns: [text("Product"), number("Quantity"), number("Order", true)],
  key: [2, 0],
  rowNumbers: "position",
};

/** A table whose key is two texts. */
export const pairs: StoredTable = {
  name: "Pairs",
  columns: [text("Left"), text("Right"), number("Value")],
  key: [0, 1],
  rowNumbers: "position",
};

export function text(name: string, indexed = false): StoredColumn {
  return { name, kind: "text", family: "text", indexed };
}

export function number(name: string, indexed = false): StoredColumn {
  return { name, kind: "integer", family: "number", indexed };
}
