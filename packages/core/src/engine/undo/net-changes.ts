import type { AppDefinition, TableDefinition } from "../../schema/index.ts";
import type { Key, Row } from "../../storage/index.ts";
import type { JournalChange } from "../engine-tables/journal-table.ts";
import type { RecordedCall } from "../journal/calls-after.ts";
import { concealedColumns, rowOfImage, shownImage } from "../journal/row-image.ts";
import { keyOfRow } from "../keys/key-from.ts";

/** What a call has made of a row in all. */
export interface NetChange {
  readonly table: TableDefinition;
  /** As people read it. */
  readonly name: string;
  readonly key: Key;
  /** Undefined where there was no row. */
  readonly before: Row | undefined;
  /** Undefined where there was none any more. */
  readonly after: Row | undefined;
  /** Names of the columns that were changed, of a row that was there before and after. */
  readonly columns: ReadonlySet<string>;
  /** Columns whose values before are not recorded. */
  readonly unknown: readonly string[];
  /** What it is made of. */
  readonly changes: readonly JournalChange[];
}

/** One change a row, in the order of the first; undefined where a table is not what it was. */
export function netChanges(
  { tables }: AppDefinition,
  recorded: RecordedCall,
): readonly NetChange[] | undefined {
  const rows = new Map<string, { table: TableDefinition; changes: JournalChange[] }>();
  for (const entry of recorded) {
    const table = tables.get(entry.table);
    if (table?.history === undefined) return undefined;
    for (const change of entry.changes) {
      const name = `${table.name}\n${change.key}`;
      const row = rows.get(name) ?? { table, changes: [] };
      rows.set(name, row);
      row.changes.push(change);
    }
  }
  return [...rows.values()]
    .map(({ table, changes }) => netChange(table, changes))
    .sort((a, b) => positionOf(a) - positionOf(b));
}

/** Where the call first changed the row. */
export function positionOf({ changes: [first] }: NetChange): number {
  return first?.position ?? 0;
}

function netChange(table: TableDefinition, changes: readonly JournalChange[]): NetChange {
  const first = changes[0] as JournalChange;
  const last = changes.at(-1) as JournalChange;
  const concealed = concealedColumns(table).map(({ name }) => name);
  const lost = changes.flatMap((change) =>
    change.operation === "delete" && first.before !== undefined ? concealed : change.concealed,
  );
  const whole = rowOfImage(table, { ...first.after, ...first.before });
  const unreadable = first.before === undefined ? [] : shownImage(first.before).unreadable;
  return {
    table,
    name: first.key,
    key: keyOfRow(table, whole),
    before: first.before && whole,
    after: last.after && rowOfImage(table, last.after),
    columns: new Set(changes.flatMap(({ before }) => Object.keys(before ?? {}))),
    unknown: first.before === undefined ? [] : [...new Set([...lost, ...unreadable])],
    changes,
  };
}
