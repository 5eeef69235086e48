/** What is written of a database reads back to the same, whatever its names and texts hold. */
import { loadDefinition } from "@tablewright/core";
import type { ColumnDescription, TableDescription } from "@tablewright/store-sql";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../core/conformance/any-text.ts";
import { writeDefinition } from "../src/introspect/write-definition.ts";

const column = (name: string, rest: Partial<ColumnDescription> = {}): ColumnDescription => ({
  ...{ name, kind: "text", databaseType: "text", length: undefined, precision: undefined, scale: undefined },
  ...{ values: undefined, min: undefined, max: undefined, nullable: true, default: undefined },
  ...{ identity: undefined, generated: undefined, isWritable: true, comment: undefined },
  ...rest,
});

const table = (name: string, columns: readonly ColumnDescription[], text: string): TableDescription => ({
  ...{
    schema: undefined,
    name,
    kind: "table",
    comment: text,
    columns,
    uniques: [],
    foreignKeys: [],
    checks: [text],
  },
  ...{ primaryKey: [columns[0]?.name ?? ""], changes: { add: true, edit: true, delete: true } },
});

/** With more of what YAML, expressions and paths have a meaning for. */
const text = fc
  .array(
    fc.oneof(fc.constantFrom(..."#:-'\"\\[]{}&*!|>%@`, \t\n_\u2028\u200dé", "e", "\u0301", " "), anyText()),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));
const name = text.filter((one) => one !== "");
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 5 });

test("names, lists, comments and defaults of any text", () => {
  fc.assert(
    fc.property(
      names,
      names,
      text,
      fc.uniqueArray(name, { maxLength: 3 }),
      (tables, columns, note, values) => {
        const described = columns.map((one) => column(one, { comment: note, default: note, values }));
        const database = {
          ...{ product: "SQLite", name: note, schemas: [], otherSchemas: [], unreadable: [] },
          tables: tables.map((one) => table(one, described, note)),
        };
        const { text: written } = writeDefinition(database, "0".repeat(64));
        const { output, diagnostics } = loadDefinition(written);
        expect(diagnostics, written).toEqual([]);
        const loaded = [...(output?.tables.values() ?? [])];
        expect(loaded.map(({ source }) => source?.table).sort()).toEqual(tables.toSorted());
        const stored = loaded[0]?.storedColumns ?? [];
        expect(stored.map((one) => one.options.source ?? one.name)).toEqual(columns);
        for (const one of [...loaded, ...stored]) expect(one.name).toBe(one.name.trim());
        const choices = values.filter((one) => !one.includes("\0"));
        if (choices.length > 0) expect(stored[0]?.options.values).toEqual(choices);
        const description = note.trim();
        expect(stored[0]?.options.description ?? "").toBe(description);
      },
    ),
  );
});
