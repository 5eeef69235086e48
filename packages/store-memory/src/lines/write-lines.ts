import type { Value } from "@tablewright/core/storage";
import { encodeKeyOf } from "../encode-key.ts";
import type { Snapshot } from "../snapshot.ts";
import type { TableVersion } from "../table-version.ts";
import { FIRST_LINE, type FirstLine, type LastLine, type RowLine, type TableLine } from "./line-shape.ts";

/** A snapshot as lines of JSON text without line ends; `readLines` makes the same snapshot of them. */
export function* writeLines(snapshot: Snapshot): Iterable<string> {
  let count = 0;
  for (const line of linesOf(snapshot)) {
    count++;
    yield asOneLine(line);
  }
  yield asOneLine({ lines: count } satisfies LastLine);
}

function* linesOf({ application, former, tables }: Snapshot): Iterable<object> {
  yield {
    ...FIRST_LINE,
    ...(application === undefined ? {} : { application }),
    ...(former.length === 0 ? {} : { former }),
  } satisfies FirstLine;
  for (const version of tables.values()) {
    yield tableLine(version);
    yield* rowLines(version);
  }
}

function tableLine({ table, retired, rows }: TableVersion): TableLine {
  const { name, columns, key, rowNumbers } = table;
  return {
    table: name,
    columns: columns.map(({ name, kind, family, indexed, objects }) => ({
      ...{ name, kind, family, indexed },
      ...(objects === undefined ? {} : { objects }),
    })),
    key,
    rowNumbers,
    highest: rows.highest,
    retired: retired.map(({ name }) => name),
  };
}

function* rowLines({ table, retired, rows }: TableVersion): Iterable<RowLine> {
  for (const row of rows.toArray()) {
    const key = encodeKeyOf(row, table.key);
    const apart = byName(retired.map(({ name, values }) => [name, values.get(key) ?? null]));
    yield {
      table: table.name,
      number: row.at(-1) as number,
      row: byName(table.columns.map(({ name }, at) => [name, row[at] ?? null])),
      ...(Object.keys(apart).length === 0 ? {} : { retired: apart }),
    };
  }
}

function byName(values: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> {
  return Object.fromEntries(values.filter(([, value]) => value !== null));
}

/** Some readers take U+2028 and U+2029 for line ends, which JSON leaves as they are. */
function asOneLine(line: object): string {
  return JSON.stringify(line).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
