import { diagnose, noOutput, type Outcome } from "../../../diagnostics/index.ts";
import type { TableDefinition } from "../../../schema/index.ts";
import type { Key, RowReader } from "../../../storage/index.ts";
import { explained } from "../../access/explained.ts";
import { findTarget } from "../../access/nameable.ts";
import type { Call } from "../../calls/call.ts";
import type { EngineOptions } from "../../calls/engine-options.ts";
import { makeCall } from "../../calls/prepare/prepare-call.ts";
import { cursorForm } from "../../engine-tables/change-cursor.ts";
import type { JournalChange } from "../../engine-tables/journal-table.ts";
import { recordedKey, splitKey } from "../../keys/key-from.ts";
import { ColumnReading } from "../../stages/named-columns.ts";
import { seesAllChanges } from "../../visibility/filtered-plan.ts";
import { entriesOfRow, firstNumberOf, readBounds, secretOf } from "../read-entries.ts";
import { rowOfImage } from "../row-image.ts";
import {
  type HistoryRequest,
  type RowHistory,
  visibleChanges,
  visibleImages,
  writeChange,
} from "./visible-changes.ts";

/**
 * The versions of a row. A row that the caller does not see now, or did not see when it was last there, is distinguished from none at
 * all by nothing; of the others each version is judged as the row was then.
 */
export async function historyOfRow(
  options: EngineOptions,
  { table: name, key, ...caller }: HistoryRequest,
): Promise<Outcome<RowHistory>> {
  const { definition, store } = options;
  const target = findTarget(definition, name, caller.nameable);
  if (target.output === undefined) return noOutput(target.diagnostics);
  const { table } = target.output;
  if (table.history === undefined) return noOutput([diagnose("history/none", { table: name })]);
  const request = { ...caller, action: "Find", table: name };
  const { output: call, diagnostics } = await makeCall(options, target.output, request, "Find");
  if (call === undefined) return noOutput(diagnostics);
  const parts = keyOf(table, key, call.read.context);
  const notFound = noOutput([diagnose("row/not-found", { key }, { key })]);
  if (parts === undefined) return notFound;
  const reading = store.read(
    async (transaction): Promise<Outcome<RowHistory>> => {
      const versions = await versionsOf(call, transaction, parts);
      return versions === "hidden" ? notFound : { output: { versions }, diagnostics: [] };
    },
    { searches: true, timeZone: call.caller.timeZone, identity: call.caller.identity },
  );
  return explained(definition, reading, noOutput, caller);
}

function keyOf(table: TableDefinition, key: string, context: Call["read"]["context"]): Key | undefined {
  const [only, second] = table.key;
  if (only === undefined || second !== undefined) return splitKey(table, key, context);
  const read = only.columnType.read(key, new ColumnReading(context, only.options));
  return "value" in read && read.value !== null ? [read.value] : undefined;
}

async function versionsOf(
  call: Call,
  stored: RowReader,
  parts: Key,
): Promise<RowHistory["versions"] | "hidden"> {
  const { table } = call;
  const key = recordedKey(table, parts);
  const entries = await entriesOfRow(stored, call.read.context, table.name, key);
  const all = entries.flatMap((entry) =>
    entry.changes.filter((change) => change.key === key).map((change) => ({ entry, change })),
  );
  const seesAll = seesAllChanges(call);
  const cursors = cursorForm(seesAll, seesAll ? undefined : secretOf(await readBounds(stored)));
  if (!(await isSeenNow(call, stored, parts, all.at(-1)?.change))) return "hidden";
  const seen = await visibleChanges(
    call,
    stored,
    table,
    all.map(({ change }) => change),
  );
  return all.flatMap(({ entry, change }, at) => {
    const shown = seen[at];
    if (shown === undefined) return [];
    return [
      writeChange(
        call,
        table,
        entry,
        shown,
        cursors.write({ passed: firstNumberOf([entry]) - 1, position: change.position }),
      ),
    ];
  });
}

/** Whether the caller sees the row, or saw it when it was deleted. */
async function isSeenNow(
  call: Call,
  stored: RowReader,
  parts: Key,
  last: JournalChange | undefined,
): Promise<boolean> {
  const { table } = call;
  const [row] = await stored.getByKeys(table.name, [parts]);
  const now = row ?? (last?.before && last.after === undefined ? rowOfImage(table, last.before) : undefined);
  const [visible] = await visibleImages(call, stored, table, [now]);
  return visible !== undefined;
}
