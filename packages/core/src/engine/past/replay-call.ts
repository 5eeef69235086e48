import type { Row } from "../../storage/index.ts";
import type { EngineOptions, Services } from "../calls/engine-options.ts";
import { slicesOf } from "../calls/prepare/prepared-call.ts";
import type { BatchRequest, BatchResult, EngineRequest } from "../calls/request.ts";
import type { SentInput } from "../engine-tables/journal-table.ts";
import { executeBatch } from "../execute-batch.ts";
import { executeCall } from "../execute-call.ts";
import type { RecordedCall } from "../journal/read-entries.ts";
import { changedColumns } from "../journal/row-image.ts";
import { keyOfRow, recordedKey } from "../keys/key-from.ts";
import { type CallEvent, watchedStore } from "../why/call-recorder.ts";
import type { CallTrace } from "../why/call-trace.ts";
import { whyBatch, whyCall } from "../why/why-call.ts";
import { type PastCopy, rowName } from "./past-copy.ts";

/** Why a call of the journal is not run again. */
export type NotRun =
  | "undo"
  | "load"
  | "schedule"
  | "size"
  | "sensitive"
  | "form"
  | "release"
  | "definition"
  | "other outcome";

/** The reasons for people: clauses without a full stop. */
export const NOT_RUN: Readonly<Record<NotRun, string>> = {
  undo: "it undid another call",
  load: "it loaded rows",
  schedule: "a schedule made it",
  size: "it was sent more than the journal keeps",
  sensitive: "it was sent values of sensitive columns, which the journal does not keep",
  form: "what a program sent has no form in JSON",
  release: "an earlier release recorded it, without what it was sent",
  definition: "its definition is not kept, or cannot be used any more",
  "other outcome": "it does not come to what was recorded: something that it read has no history",
};

/** What a call was sent, or why that is not known. */
export function sentOf([first]: RecordedCall): SentInput | NotRun {
  const action = first?.cause.action;
  if (action === "Undo") return "undo";
  if (action === "Load") return "load";
  if (action === "Schedule") return "schedule";
  const input = first?.input;
  if (input === undefined) return "release";
  return "missing" in input ? input.missing : input;
}

/** What a call came to on the rows of a copy, where nothing of it is kept. */
export interface ReplayedCall {
  readonly result: BatchResult;
  /** The tables or slices that its calls name. */
  readonly tables: readonly string[];
  /** By `rowName`: the rows that it changed, from what they were to what they came to be. */
  readonly rows: ReadonlyMap<string, ChangedRow>;
  readonly events: readonly ReplayedEvent[];
}

interface ChangedRow {
  readonly table: string;
  readonly key: string;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

/** What was to be sent. */
interface ReplayedEvent {
  readonly rule: string;
  /** The request or mail, as JSON. */
  readonly payload: string;
}

/** Runs a call again as a dry run, with the clock, the caller and the random numbers of then. */
export async function replayCall(
  copy: PastCopy,
  recorded: RecordedCall,
  input: SentInput,
  limits: EngineOptions["limits"],
): Promise<ReplayedCall> {
  const heard: CallEvent[] = [];
  const options = optionsOf(copy, recorded, input, limits);
  const watched = { ...options, store: watchedStore(copy.store, copy.app, (event) => heard.push(event)) };
  const request = requestOf(copy, recorded, input);
  const result =
    "calls" in request ? await executeBatch(watched, request) : asBatch(await executeCall(watched, request));
  return {
    result,
    tables: input.calls.map(({ table }) => table),
    rows: changedRows(copy, heard),
    events: eventsOf(heard),
  };
}

/** As `replayCall`, and says why: a trace for each call of a batch. */
export async function traceCall(
  copy: PastCopy,
  recorded: RecordedCall,
  input: SentInput,
  limits: EngineOptions["limits"],
): Promise<{ readonly result: BatchResult; readonly traces: readonly CallTrace[] }> {
  const options = optionsOf(copy, recorded, input, limits);
  const request = requestOf(copy, recorded, input);
  if ("calls" in request) return whyBatch(options, request);
  const { result, trace } = await whyCall(options, request);
  return { result: asBatch(result), traces: [trace] };
}

function asBatch(result: Awaited<ReturnType<typeof executeCall>>): BatchResult {
  return result.ok ? { ok: true, answers: [result] } : result;
}

/** The call as it was sent, except that nothing of it is kept. Names that its access key could not name then were refused then. */
function requestOf(
  { services }: PastCopy,
  recorded: RecordedCall,
  { sent, calls, isBatch }: SentInput,
): EngineRequest | BatchRequest {
  const accessKey = recorded[0]?.cause.accessKey ?? undefined;
  const turn = slicesOf(services)?.begin();
  const [first] = calls;
  if (isBatch || first === undefined)
    return {
      ...sent,
      ...(turn && { turn }),
      accessKey,
      calls,
      properties: { ...sent.properties, DryRun: true },
    };
  return {
    ...sent,
    ...(turn && { turn }),
    accessKey,
    ...first,
    properties: { ...first.properties, DryRun: true },
  };
}

function optionsOf(
  { app, store, codes }: PastCopy,
  recorded: RecordedCall,
  { calls, role, random }: SentInput,
  limits: EngineOptions["limits"],
): EngineOptions & { readonly draws: () => Pick<Services, "random"> } {
  const at = recorded[0]?.at ?? 0;
  const id = recorded[0]?.call ?? "";
  let prepared = 0;
  let ids = 0;
  const options = {
    definition: app,
    store,
    codes,
    ...(limits && { limits }),
    services: {
      now: () => at,
      random: () => 0,
      newId: () => `${id}-${++ids}`,
      ...(role === undefined ? {} : { roleOf: () => role }),
    },
    // A call by itself may be prepared twice: to be carried out, and to be explained.
    draws: () => drawing(random[prepared++ % calls.length] ?? []),
  };
  return options;
}

/** The numbers that were drawn, and further ones, which are the same each time. */
function drawing(drawn: readonly number[]): Pick<Services, "random"> {
  let at = 0;
  let state = 1;
  const further = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return { random: () => drawn[at++] ?? further() };
}

function changedRows({ app }: PastCopy, heard: readonly CallEvent[]): ReadonlyMap<string, ChangedRow> {
  const rows = new Map<string, ChangedRow>();
  for (const event of heard) {
    if (event.kind !== "write") continue;
    const { table, before, after } = event;
    const row = after ?? before;
    if (row === undefined) continue;
    const key = recordedKey(table, keyOfRow(table, row));
    const name = rowName(table.name, key);
    const earlier = rows.get(name);
    rows.set(name, {
      table: table.name,
      key,
      before: earlier === undefined ? before : earlier.before,
      after,
    });
  }
  for (const [name, { table, before, after }] of rows) {
    const columns = app.tables.get(table)?.storedColumns ?? [];
    const isSame =
      before === undefined || after === undefined
        ? before === after
        : changedColumns(columns, before, after).length === 0;
    if (isSame) rows.delete(name);
  }
  return rows;
}

function eventsOf(heard: readonly CallEvent[]): readonly ReplayedEvent[] {
  return heard.flatMap((one) =>
    one.kind === "outbox" ? [{ rule: one.event.rule, payload: one.event.payload }] : [],
  );
}
