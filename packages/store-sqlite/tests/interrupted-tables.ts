import type { StoredTable } from "@tablewright/core/storage";

const text = (name: string, was?: string) => {
  return {
    name,
    kind: "text",
    family: "text",
    indexed: true,
    ...(was === undefined ? {} : { was }),
  } as const;
};
const number = (name: string) => ({ name, kind: "integer", family: "number", indexed: false }) as const;
const table = { key: [0], rowNumbers: "position" } as const;

/** The tables of a file before its migration, and those that it is to have. */
export const before: readonly StoredTable[] = [
  { ...table, name: "Batches", columns: [number("Id"), text("Name"), number("Size")] },
  { ...table, name: "Notes", columns: [text("Note")] },
];
export const after: readonly StoredTable[] = [
  { ...table, name: "Parcels", was: "Batches", columns: [text("Id"), text("Label", "Name"), text("Note")] },
];
