import { diagnose, noOutput, type Outcome } from "../../../diagnostics/index.ts";
import type { TableDefinition } from "../../../schema/index.ts";
import type { RowReader } from "../../../storage/index.ts";
import { explained } from "../../access/explained.ts";
import type { Call } from "../../calls/call.ts";
import type { EngineOptions } from "../../calls/engine-options.ts";
import { makeCall } from "../../calls/prepare/prepare-call.ts";
import { type ChangeCursor, cursorForm, FIRST_CURSOR } from "../../engine-tables/change-cursor.ts";
import type { JournalChange, StoredEntry } from "../../engine-tables/journal-table.ts";
import { keyOfRow } from "../../keys/key-from.ts";
import { filterOf, seesAllChanges } from "../../visibility/filtered-plan.ts";
import { VisibleRows } from "../../visibility/visible-rows.ts";
import { callsAfter, firstNumberOf, type RecordedCall, readBounds, secretOf } from "../read-entries.ts";
import { rowOfImage } from "../row-image.ts";
import {
  type ChangeFeedPart,
  type ChangeRecord,
  type ChangesRequest,
  type SeenChange,
  visibleChanges,
  writeChange,
} from "./visible-changes.ts";

/**
 * The changes after a cursor that the caller may see, in the order of commits and each once. Of a row that is hidden from them
 * now nothing is reported but that it has left their view.
 */
export async function changesAfter(
  options: EngineOptions,
  { after, isTrusted, limit, ...caller }: ChangesRequest,
): Promise<Outcome<ChangeFeedPart>> {
  const { definition, store } = options;
  const tables = [...definition.tables.values()].filter(
    ({ name, history }) => history !== undefined && (caller.nameable?.table(name) ?? true),
  );
  const [table] = tables;
  if (table === undefined) {
    const { name } = definition;
    const none = caller.nameable === undefined ? diagnose("history/none", { table: name }) : undefined;
    return noOutput([none ?? diagnose("history/none-reached", { app: name })]);
  }
  const request = { ...caller, action: "Find", table: table.name };
  const { output: call, diagnostics } = await makeCall(options, { table, slice: undefined }, request, "Find");
  if (call === undefined) return noOutput(diagnostics);
  const reading = store.read(
    async (transaction): Promise<Outcome<ChangeFeedPart>> => {
      const bounds = await readBounds(transaction);
      const cursors = cursorForm(seesAllChanges(call), secretOf(bounds), isTrusted);
      const trimmed = tables.reduce((most, { name }) => Math.max(most, bounds[name]?.trimmed ?? 0), 0);
      const from = after === undefined ? { output: FIRST_CURSOR, diagnostics: [] } : cursors.read(after);
      if (from.output === undefined) return noOutput(from.diagnostics);
      if (after !== undefined && trimmed > from.output.passed)
        return noOutput([diagnose("history/trimmed", { cursor: after })]);
      const { end, ...page } = await readAfter(from.output, call, transaction, tables, limit, (cursor) =>
        cursors.write(cursor),
      );
      // Where all was read, that is past what was removed as well.
      const place = !page.more && end.passed < trimmed ? { passed: trimmed, position: 0 } : end;
      const cursor = cursors.writePlace(place, options.services.random);
      return { output: { ...page, cursor }, diagnostics: [] };
    },
    { searches: true, timeZone: call.caller.timeZone, identity: call.caller.identity },
  );
  return explained(definition, reading, noOutput, caller);
}

/** A change and the entry that it is in. */
interface Entered {
  readonly entry: StoredEntry;
  readonly change: JournalChange;
}

/** How far a reader is after a change, or, without one, after the last of a call. */
interface FeedStep {
  readonly cursor: ChangeCursor;
  readonly entered?: Entered;
}

/** The next changes, and where the reader is then. They are judged for many calls together, so that a page takes few statements. */
async function readAfter(
  start: ChangeCursor,
  call: Call,
  reader: RowReader,
  all: readonly TableDefinition[],
  limit: number,
  write: (cursor: ChangeCursor) => string,
): Promise<Pick<ChangeFeedPart, "changes" | "more"> & { end: ChangeCursor }> {
  const records: ChangeRecord[] = [];
  let examined = 0;
  const tables = new Map(all.map((table) => [table.name, table]));
  const { meter } = call.read.context;
  let [end, waiting]: [ChangeCursor, FeedStep[]] = [start, []];
  const isTaken = async () => {
    const taken = waiting.slice(0, await take(waiting));
    end = taken.at(-1)?.cursor ?? end;
    waiting = waiting.slice(taken.length);
    return waiting.length === 0;
  };
  for await (const recorded of callsAfter(reader, call.read.context, start.passed)) {
    for (const step of stepsOf(recorded, start)) waiting.push(step);
    if (waiting.length > roomLeft() && !(await isTaken())) break;
    await meter.giveWay();
  }
  const more = waiting.length > 0 && !(await isTaken());
  return { changes: records, end, more };

  /** How many changes may be judged next. */
  function roomLeft(): number {
    return examined >= MOST_EXAMINED ? 0 : Math.min(AT_ONCE, limit - records.length);
  }

  /** Those of the tables that are read, in the order in which the call made them, and the end of the call. */
  function stepsOf(recorded: RecordedCall, start: ChangeCursor): readonly FeedStep[] {
    const passed = firstNumberOf(recorded) - 1;
    const after = passed === start.passed ? start.position : 0;
    const entered = recorded
      .filter(({ table }) => tables.has(table))
      .flatMap((entry) => entry.changes.map((change) => ({ entry, change })))
      .filter(({ change }) => change.position > after)
      .sort((a, b) => a.change.position - b.change.position);
    const cursor = { passed: (recorded.at(-1) as StoredEntry).number, position: 0 };
    const end: FeedStep = { cursor };
    return [
      ...entered.map(
        (one): FeedStep => ({ cursor: { passed, position: one.change.position }, entered: one }),
      ),
      end,
    ];
  }

  /** How many of the steps there was room for on the page. */
  async function take(steps: readonly FeedStep[]): Promise<number> {
    let taken = 0;
    for (;;) {
      const some = next(steps, taken);
      if (some.length === 0) return taken;
      const entered = some.flatMap((step) => step.entered ?? []);
      const seen = await seenOf(entered);
      const cursors = some.filter((step) => step.entered !== undefined).map(({ cursor }) => write(cursor));
      for (const [at, { entry }] of entered.entries()) {
        const [change, table] = [seen[at], tables.get(entry.table)];
        if (change !== undefined && table !== undefined)
          records.push(writeChange(call, table, entry, change, cursors[at] as string));
      }
      examined += entered.length;
      taken += some.length;
    }
  }

  /** The steps from one on, with as many changes as there is room for. */
  function next(steps: readonly FeedStep[], from: number): readonly FeedStep[] {
    let room = roomLeft();
    let end = from;
    while (end < steps.length && (steps[end]?.entered === undefined || room-- > 0)) end++;
    return steps.slice(from, end);
  }

  async function seenOf(entered: readonly Entered[]): Promise<readonly (SeenChange | undefined)[]> {
    const seen: (SeenChange | undefined)[] = entered.map(() => undefined);
    for (const [name, table] of tables) {
      const places = [...entered.keys()].filter((at) => entered[at]?.entry.table === name);
      if (places.length === 0) continue;
      const changes = places.map((at) => (entered[at] as Entered).change);
      const then = await visibleChanges(call, reader, table, changes);
      const isHidden = await hiddenNow(table, changes);
      for (const [at, place] of places.entries()) {
        const one = then[at];
        if (one === undefined) continue;
        if (!isHidden[at]) seen[place] = one;
        else if (one.operation === "delete") seen[place] = { ...one, before: undefined };
      }
    }
    return seen;
  }

  /** Whether the row of a change is there now and the caller does not see it. */
  async function hiddenNow(
    table: TableDefinition,
    changes: readonly JournalChange[],
  ): Promise<readonly boolean[]> {
    if (filterOf(call, table.name) === undefined) return changes.map(() => false);
    const keys = changes.map(({ before, after }) =>
      keyOfRow(table, rowOfImage(table, { ...before, ...after })),
    );
    const stored = await reader.getByKeys(table.name, keys);
    const visible = await new VisibleRows(call, reader).getByKeys(table.name, keys);
    return stored.map((row, at) => row !== undefined && visible[at] === undefined);
  }
}

/** Changes that are judged together. */
const AT_ONCE = 1_000;

/** Changes, hidden ones included, that one reading looks at. */
const MOST_EXAMINED = 10_000;
