import {
  type Diagnostic,
  DiagnosticList,
  diagnose,
  isRecord,
  noOutput,
  type Outcome,
} from "../diagnostics/index.ts";
import { findName, type Type } from "../expression/parts.ts";
import type { TableDefinition } from "../schema/index.ts";
import type { RowReader, Store } from "../storage/index.ts";
import { fingerprintOf, type JsonValue } from "../values/index.ts";
import { explained, retryOnReplicaLoss } from "./access/explained.ts";
import { typedRowOf } from "./answers/answered-rows.ts";
import type { AnsweredCells, Call, IdempotencyKey } from "./calls/call.ts";
import type { CallTransaction } from "./calls/change-log.ts";
import { defaultEngineLimits } from "./calls/engine-options.ts";
import { readProperties, rejectIfRead } from "./calls/prepare/read-properties.ts";
import type { BatchCall, BatchRequest, BatchResult, EngineRequest, Properties } from "./calls/request.ts";
import { type Accepted, type Result, rejected } from "./calls/result.ts";
import { type ExecuteOptions, type PlannedCall, planCall } from "./execute-call.ts";
import { findRecords } from "./find-records.ts";
import { openAnswers } from "./idempotency/kept-answer.ts";
import { requestProperties } from "./properties/index.ts";
import { inOneTransaction, type TransactionStep } from "./transaction/in-transaction.ts";

/**
 * Carries out calls one after the other in one transaction, all or none. Each is judged as if it had come by itself, on the rows as
 * the calls before it have left them, with its own rules and events. Calls that are written wrongly are all reported; when calls
 * fail while they are carried out, the errors are those of the first.
 */
export async function executeBatch(options: ExecuteOptions, request: BatchRequest): Promise<BatchResult> {
  const { definition, store } = options;
  const { output: calls, diagnostics } = await readBatch(options, request);
  if (calls === undefined) return rejected(diagnostics);
  let current: number | undefined;
  const steps = calls.map((one, at): TransactionStep => {
    const work: TransactionStep["work"] = (call, transaction, answers) => {
      current = at;
      return carryOutIn(options, one, call, transaction, answers);
    };
    return { prepared: one.prepared, use: one.change?.use, work };
  });
  try {
    const running = isChange(calls)
      ? inOneTransaction(store, steps, request, batchKeyOf(request, steps))
      : retryOnReplicaLoss(() => inOneSnapshot(store, steps));
    const result = await explained<BatchResult>(definition, running, rejected, request);
    return result.ok ? result : rejected(atCall(result.diagnostics, current));
  } finally {
    for (const { prepared } of calls) prepared.reportEnd();
  }
}

function isChange(calls: readonly PlannedCall[]): boolean {
  return calls.some(({ change }) => change !== undefined);
}

/** Reads all calls, before anything is done; an error for each that cannot be. */
async function readBatch(
  options: ExecuteOptions,
  request: BatchRequest,
): Promise<Outcome<readonly PlannedCall[]>> {
  const { calls } = request;
  const { definition } = options;
  const limit = options.limits?.calls ?? defaultEngineLimits.calls;
  if (calls.length === 0) return noOutput([diagnose("request/calls-missing", {})]);
  if (calls.length > limit) return noOutput([diagnose("limit/calls", { limit, actual: calls.length })]);
  const misplaced = propertiesNotOf("batch", request.properties);
  if (misplaced.length > 0) return noOutput(misplaced);
  const common = readProperties(request.properties ?? {}, definition);
  if (common.output === undefined) return noOutput(common.diagnostics);
  const startedAt = options.services.now();
  const errors = new DiagnosticList();
  const output: PlannedCall[] = [];
  const lastReferring = calls.findLastIndex(({ rows }) => hasReferences(rows));
  for (const [at, call] of calls.entries()) {
    const own = requestOf(request, call, at);
    // Cells of rows that are kept as JSON have no other form.
    const kept = at < lastReferring ? { ...own, rowsAs: "objects" as const } : own;
    const misplaced = propertiesNotOf("call", call.properties);
    const read = misplaced.length > 0 ? noOutput(misplaced) : await planCall(options, kept, startedAt);
    errors.addAll(atCall(read.diagnostics, at));
    if (read.output !== undefined) output.push(read.output);
    if (errors.isFull) break;
  }
  const past = calls.findIndex(({ properties = {} }) => (properties.AsOf ?? "") !== "");
  if (past !== -1 && isChange(output)) {
    const message = '"AsOf" is for a batch of Finds: what the batch itself has changed is in no past.';
    errors.addAll(atCall([diagnose("request/batch-property", { message })], past));
  }
  if (errors.all.length > 0) return noOutput(errors.all);
  if (isChange(output) && request.idempotencyKey !== undefined) await openAnswers(options);
  return { output, diagnostics: [] };
}

/** A call as it would come by itself. */
function requestOf(batch: BatchRequest, { properties, ...call }: BatchCall, at: number): EngineRequest {
  const { calls: _, reportFuel, properties: common = {}, ...caller } = batch;
  const ofAll = Object.entries(common).filter(([name]) => at === 0 || OF_BATCH.has(name));
  return {
    ...caller,
    ...call,
    properties: { ...Object.fromEntries(ofAll), ...properties },
    ...(at === 0 && { reportFuel }),
  };
}

/** What is said of the batch in a call, or the other way round: it would hold for other calls than are meant. */
function propertiesNotOf(whose: "batch" | "call", properties: Properties = {}): readonly Diagnostic[] {
  const misplaced = requestProperties.filter(
    ({ name, ofBatch = false }) => Object.hasOwn(properties, name) && ofBatch !== (whose === "batch"),
  );
  return misplaced.map(({ name }) =>
    diagnose("request/batch-property", {
      message:
        whose === "call"
          ? `"${name}" holds for a whole batch: it is a property of the batch, and not of a call.`
          : `"${name}" is a property of a call, and not of a batch.`,
    }),
  );
}

const OF_BATCH: ReadonlySet<string> = new Set(
  requestProperties.filter(({ ofBatch }) => ofBatch).map(({ name }) => name),
);

async function carryOutIn(
  { store, onFind }: ExecuteOptions,
  { change, request }: PlannedCall,
  call: Call,
  transaction: CallTransaction,
  answers: readonly Accepted[],
): Promise<Result> {
  const { output, diagnostics } = resolveReferences(request.rows ?? [], answers, call.table);
  if (output === undefined) return rejected(diagnostics);
  const { rows, answered } = output;
  const resolved = { ...request, rows };
  const reading = answered === undefined ? call : { ...call, change: { ...call.change, answered } };
  if (change !== undefined) return change.work(reading, transaction, resolved);
  const inside: Store = { ...store, read: (work) => work(transaction.unfiltered as RowReader) };
  const result = await findRecords(reading, inside, resolved);
  await onFind?.(reading, inside, resolved, result);
  return result;
}

/** What identifies the batch when it comes again. */
function batchKeyOf(
  { calls, properties = {} }: BatchRequest,
  [first]: readonly TransactionStep[],
): IdempotencyKey | undefined {
  const once = first?.prepared.change.once;
  if (once === undefined) return undefined;
  const sent = calls.map(({ table, action, rows = [], properties = {} }) => [
    table,
    action,
    rows,
    properties,
  ]);
  return { ...once, call: fingerprintOf(JSON.stringify([sent, properties])) };
}

/** Finds on one state of the rows. */
function inOneSnapshot(store: Store, steps: readonly TransactionStep[]): Promise<BatchResult> {
  const [{ prepared }] = steps as readonly [TransactionStep];
  const { name: caller, timeZone, identity } = prepared.caller;
  const work = async (stored: RowReader): Promise<BatchResult> => {
    const answers: Accepted[] = [];
    let first: Call | undefined;
    for (const step of steps) {
      const call = step.prepared.begin(undefined, first);
      first ??= call;
      const transaction = { unfiltered: stored } as CallTransaction;
      const answer = rejectIfRead(call, await step.work(call, transaction, answers));
      if (!answer.ok) return answer;
      answers.push(answer);
    }
    return { ok: true, answers };
  };
  return store.read(work, { searches: true, caller, timeZone, identity });
}

function atCall(diagnostics: readonly Diagnostic[], at: number | undefined): readonly Diagnostic[] {
  return at === undefined ? diagnostics : diagnostics.map((one) => ({ ...one, call: at + 1 }));
}

type SentRows = NonNullable<EngineRequest["rows"]>;

interface ResolvedRows {
  readonly rows: SentRows;
  /** Cells that are answered, and lists of nothing else. */
  readonly answered?: AnsweredCells;
}

/** Whether rows as they were sent, in whatever form, have a cell that is a reference, a misspelt one or a literal. */
function hasReferences(rows: unknown): boolean {
  if (!Array.isArray(rows)) return false;
  return rows.some((row: unknown) => isRecord(row) && Object.values(row).some(hasReference));
}

/**
 * The rows with the cells of earlier answers in place of the references to them. The cells are those of the wire `typed`: texts of
 * other wires may mean something else in the Locale of the call. A cell, or an item of a list, is a reference when it is an object
 * whose only member is `$ref`, a text that begins with `#/` and a digit. One that names no cell is an error at its place; so is one that
 * is written otherwise, where the column takes no such object. `{ "$literal": { "$ref": … } }` is the object within.
 */
function resolveReferences(
  rows: SentRows,
  answers: readonly Accepted[],
  { columns }: TableDefinition,
): Outcome<ResolvedRows> {
  if (!hasReferences(rows)) return { output: { rows }, diagnostics: [] };
  const errors = new DiagnosticList();
  const answered = new Map<object, ReadonlySet<string>>();
  const resolved = rows.map((row, at) => {
    const whole = new Set<string>();
    const cells = Object.entries(row).map(([column, cell]) => {
      const type = findName(columns, column).match?.type;
      const resolve = (one: JsonValue): JsonValue => {
        if (isLiteral(one)) return one.$literal;
        const found = referenceIn(one);
        if (found === undefined || (!found.isExact && takesMember(type, found.name))) return one;
        const named = found.isExact ? cellNamed(found.reference, answers) : misspelt(found);
        if ("cell" in named) return named.cell;
        errors.add(
          diagnose("request/reference", { reference: found.reference, ...named }, { row: at + 1, column }),
        );
        return null;
      };
      if (isReferences(cell)) whole.add(column);
      return [column, Array.isArray(cell) ? cell.map(resolve) : resolve(cell)] as const;
    });
    const output = Object.fromEntries(cells);
    answered.set(output, whole);
    return output;
  });
  const diagnostics: readonly Diagnostic[] = errors.all;
  return { output: diagnostics.length > 0 ? undefined : { rows: resolved, answered }, diagnostics };
}

function hasReference(cell: unknown): boolean {
  const items: readonly unknown[] = Array.isArray(cell) ? cell : [cell];
  return items.some((item) => isLiteral(item) || referenceIn(item) !== undefined);
}

function isReferences(cell: JsonValue): boolean {
  const items = Array.isArray(cell) ? cell : [cell];
  return items.length > 0 && items.every((item) => referenceIn(item)?.isExact === true);
}

/** An object with the single member `$ref`, in whatever letters. */
interface WrittenReference {
  /** As its member is written. */
  readonly name: string;
  readonly reference: string;
  /** Whether it is one whatever column it is for. */
  readonly isExact: boolean;
}

function referenceIn(cell: unknown): WrittenReference | undefined {
  const [name, value] = soleMember(cell) ?? [];
  if (name?.toLowerCase() !== "$ref") return undefined;
  const isExact = name === "$ref" && typeof value === "string" && /^#\/\d/.test(value);
  return { name, reference: typeof value === "string" ? value : JSON.stringify(value), isExact };
}

/** An object with the single member `$literal`, which is a reference or a literal itself; any other stays what it is. */
function isLiteral(cell: unknown): cell is { readonly $literal: JsonValue } {
  const [name, value] = soleMember(cell) ?? [];
  return name === "$literal" && (isLiteral(value) || referenceIn(value) !== undefined);
}

function soleMember(cell: unknown): readonly [name: string, value: unknown] | undefined {
  if (!isRecord(cell)) return undefined;
  const [first, ...others] = Object.entries(cell);
  return others.length === 0 ? first : undefined;
}

/** Whether an object with such a member may be a cell of a column, or an item of its list. */
function takesMember(type: Type | undefined, name: string): boolean {
  if (type?.kind === "List") return takesMember(type.item, name);
  if (type?.kind === "Object") return findName(type.shape.columns, name).match !== undefined;
  return type?.kind === "Json";
}

/** What is meant by a reference that is written otherwise, such as `#/Answers/0/Rows/0/Order`. */
function misspelt({ name, reference }: WrittenReference): {
  readonly reason: string;
  readonly meant?: string;
} {
  const [, parts] = /^#?\/?(?:answers\/)?(\d+\/rows\/\d+\/.+)$/is.exec(reference) ?? [];
  const meant = parts === undefined ? undefined : `#/${parts.replace(/^(\d+)\/rows\//i, "$1/Rows/")}`;
  return {
    reason: name === "$ref" ? 'it begins with "#/" and the number of a call, from 0' : 'its member is "$ref"',
    ...(meant === undefined ? {} : { meant }),
  };
}

/** What a JSON pointer names in the answers. */
function cellNamed(
  reference: string,
  answers: readonly Accepted[],
): { readonly cell: JsonValue } | { readonly reason: string } {
  const [, call, row, escaped] = POINTER.exec(reference) ?? [];
  if (escaped === undefined) return { reason: "its parts are a call, Rows, a row and a column" };
  const { length } = answers;
  const answer = answers[Number(call)];
  if (answer === undefined)
    return { reason: length === 0 ? "it is in the first call" : `earlier answers are 0 to ${length - 1}` };
  const found = answer.rows[Number(row)];
  const count = answer.rows.length;
  if (found === undefined)
    return { reason: count === 0 ? "that answer has no rows" : `that answer has rows 0 to ${count - 1}` };
  const name = escaped.replaceAll("~1", "/").replaceAll("~0", "~");
  const { match } = findName(
    Object.keys(found).map((member) => ({ name: member })),
    name,
  );
  if (match === undefined) return { reason: `that row has no column "${name}"` };
  return { cell: typedRowOf(answer, Number(row))?.[match.name] ?? null };
}

const POINTER = /^#\/(\d{1,9})\/Rows\/(\d{1,9})\/(.+)$/s;
