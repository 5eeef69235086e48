import type { LoadOptions, LoadRow, LoadSource, RefusedRow } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { expect } from "vitest";
import type { Workshop } from "./workshop.ts";

export type Cells = readonly JsonValue[];

/** Rows one at a time, then an error where the source breaks off. */
export function source(
  table: string,
  columns: LoadSource["columns"],
  rows: readonly Cells[],
  breaksAfter = Number.POSITIVE_INFINITY,
): LoadSource {
  async function* read(): AsyncGenerator<readonly LoadRow[]> {
    for (const [at, cells] of rows.entries()) {
      if (at >= breaksAfter) throw new Error("cut off");
      yield [{ cells }];
    }
  }
  return { table, columns, rows: read() };
}

/** Loads one source and answers what became of it; a rejected load fails the test. */
export async function load(
  { engine }: Workshop,
  table: string,
  columns: LoadSource["columns"],
  rows: readonly Cells[],
  options: LoadOptions = {},
  cells: LoadSource["cells"] = "typed",
) {
  const refused: string[] = [];
  const watch = {
    refuses: (_: LoadSource, some: readonly RefusedRow[]) => {
      refused.push(...some.map(({ diagnostics }) => diagnostics.map(inShort).join(", ")));
      return "";
    },
  };
  const result = await engine.load([{ ...source(table, columns, rows), cells }], { watch, ...options });
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  return { result, outcome: result.sources[0], refused };
}

/** The rows of a table as they are handed out. */
export async function unloaded(
  { engine }: Workshop,
  table: string,
  options: Parameters<typeof engine.unload>[2] = {},
) {
  const parts: Cells[] = [];
  let columns: string[] = [];
  const take = (part: Parameters<Parameters<typeof engine.unload>[1]>[0]) => {
    columns = part.columns.map(({ name }) => name);
    parts.push(...part.rows);
  };
  expect(await engine.unload([table], take, options)).toMatchObject({ ok: true });
  return { columns, parts };
}

export function errorsOf(result: Awaited<ReturnType<Workshop["engine"]["load"]>>): readonly string[] {
  return result.ok ? ["accepted"] : result.diagnostics.map(inShort);
}

function inShort({ row, column, code }: { row?: number; column?: string; code: string }): string {
  return [row, column, code].filter(Boolean).join(" ");
}
