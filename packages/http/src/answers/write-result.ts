import {
  type Accepted,
  type BatchAnswer,
  type Diagnostic,
  jsonRowsOf,
  type TimeSlice,
  type Wire,
  wireNamed,
} from "@tablewright/core";
import { type Answer, type AnswerBody, jsonAnswer } from "./answer.ts";
import { causesOf, OK, writeDiagnostic } from "./problem.ts";

/** How the rows of a call that was carried out are to be written. */
interface ResultForm {
  readonly wire: Wire;
  /** Whether the request asked for this wire by itself. */
  readonly preferred: boolean;
  readonly isFind: boolean;
  /** What was found about the body before the engine saw it. */
  readonly warnings: readonly Diagnostic[];
  /** The call's, for an answer that is made while it is sent. */
  readonly turn: TimeSlice;
}

/**
 * `{ Rows, After?, Count?, Call?, Warnings? }`, `Call` on the wire `typed`; under the wire `appsheet` a Find answers the bare array, and the rest is in headers. Many rows
 * are sent piece by piece.
 */
export function writeResult(result: Accepted, form: ResultForm): Answer {
  const isBare = wireNamed(form.wire).isBare && form.isFind;
  const [before, after] = isBare ? ["", ""] : around(result, form);
  const headers = {
    ...headersOf(form),
    ...(isBare ? besideRows(result, form) : {}),
    ...(result.isReplayed ? REPLAYED : {}),
  };
  const body = bodyOf(result, before, after, form.turn);
  const answer = jsonAnswer(OK, body, headers);
  return { ...answer, ...causesOf(result.warnings), rows: jsonRowsOf(result).count };
}

/**
 * `{ Answers, Call?, Warnings? }`, each answer as that of the call by itself, but on every wire an object and without an id. Many rows are
 * sent piece by piece.
 */
export function writeBatch({ answers, call, isReplayed }: BatchAnswer, form: ResultForm): Answer {
  const { wire, turn } = form;
  const Call = wireNamed(wire).hasCall ? call : undefined;
  const Warnings = form.warnings.length === 0 ? undefined : form.warnings.map(writeDiagnostic);
  const rest = JSON.stringify({ Call, Warnings });
  const end = rest === "{}" ? "]}" : `],${rest.slice(1)}`;
  const parts = answers.map((answer) => {
    const [before, after] = around(answer, { ...form, wire: "spec", warnings: [] });
    return bodyOf(answer, before, after, turn);
  });
  const start = '{"Answers":[';
  const isShort = parts.every((part) => typeof part === "string");
  const body = isShort ? `${start}${parts.join(",")}${end}` : joined(start, parts, end);
  const rows = answers.reduce((count, answer) => count + jsonRowsOf(answer).count, 0);
  const headers = { ...headersOf(form), ...(isReplayed ? REPLAYED : {}) };
  return { ...jsonAnswer(OK, body, headers), rows };
}

async function* joined(start: string, parts: readonly AnswerBody[], end: string): AsyncGenerator<Uint8Array> {
  for (const [at, part] of parts.entries()) {
    yield Buffer.from(at === 0 ? start : ",");
    if (typeof part === "string") yield Buffer.from(part);
    else yield* part;
  }
  yield Buffer.from(end);
}

function headersOf({ preferred, wire }: ResultForm): Readonly<Record<string, string>> {
  const type = wireNamed(wire).isBare ? BARE_TYPE : undefined;
  return preferred ? { ...type, "preference-applied": `wire=${wire}`, vary: "Prefer" } : { ...type, ...VARY };
}

/** Pieces between two texts, one at a time; others are served before the next is made when the call's turn is over. */
export async function* inPieces(
  before: string,
  pieces: Iterable<Uint8Array>,
  after: string,
  turn: TimeSlice,
): AsyncGenerator<Uint8Array> {
  let waiting = Buffer.from(before);
  for (const piece of pieces) {
    yield waiting.length === 0 ? piece : Buffer.concat([waiting, piece]);
    waiting = NOTHING;
    if (turn.isOver) await turn.pause();
  }
  if (after !== "") yield Buffer.from(after);
}

const NOTHING = Buffer.alloc(0);

/** Clients of the hosted service compare the type with this text. */
export const BARE_TYPE = { "content-type": "application/json" } as const;

/** Of the answer to a call that came before with the same key. */
const REPLAYED = { "idempotency-replayed": "true" };

const VARY = { vary: "Prefer" };

function besideRows(result: Accepted, form: ResultForm): Readonly<Record<string, string>> {
  const warnings = [...form.warnings, ...result.warnings];
  return {
    ...(result.after === undefined ? {} : { "tablewright-after": result.after }),
    ...(result.count === undefined ? {} : { "tablewright-count": String(result.count) }),
    ...(warnings.length === 0 ? {} : { [WARNINGS_HEADER]: warningsHeader(warnings) }),
  };
}

/** The members of the answer after its rows, in their order; undefined ones are left out of JSON. */
export function afterRows(
  { after: After, count: Count, call, warnings: ofResult }: Accepted,
  { wire, warnings: ofBody }: Pick<ResultForm, "wire" | "warnings">,
): Readonly<Record<string, unknown>> {
  const warnings = [...ofBody, ...ofResult];
  return {
    After,
    Count,
    Call: wireNamed(wire).hasCall ? call : undefined,
    Warnings: warnings.length === 0 ? undefined : warnings.map(writeDiagnostic),
  };
}

/** The text of the answer before and after the rows. */
function around(result: Accepted, form: ResultForm): [before: string, after: string] {
  const { after, count, call } = result;
  const isAlone =
    after === undefined && count === undefined && (!wireNamed(form.wire).hasCall || call === undefined);
  if (isAlone && form.warnings.length + result.warnings.length === 0) return ROWS_ALONE;
  const rest = JSON.stringify(afterRows(result, form));
  return ['{"Rows":', rest === "{}" ? "}" : `,${rest.slice(1)}`];
}

const ROWS_ALONE: [before: string, after: string] = ['{"Rows":', "}"];

/** Few short rows are one text whose length is stated; all others are written while they are sent. */
function bodyOf(result: Accepted, before: string, after: string, turn: TimeSlice): AnswerBody {
  const rows = jsonRowsOf(result);
  if (rows.count > FEW) return inPieces(before, rows.pieces(), after, turn);
  let text = `${before}[`;
  let separator = "";
  for (const row of result.rows) {
    text += separator + JSON.stringify(row);
    separator = ",";
    if (text.length > LONG) return inPieces(before, rowByRow(result.rows), after, turn);
  }
  return `${text}]${after}`;
}

const FEW = 100;

/** In UTF-16 units. What is longer is not given to a socket as a whole, which would have to hold it. */
const LONG = 65_536;

function* rowByRow(rows: Accepted["rows"]): Iterable<Uint8Array> {
  for (const [at, row] of rows.entries()) yield Buffer.from(`${at === 0 ? "[" : ","}${JSON.stringify(row)}`);
  yield Buffer.from("]");
}

/** The header for warnings of an answer whose body has no room for them. */
const WARNINGS_HEADER = "tablewright-warnings";

/**
 * The warnings as a JSON list in ASCII: as many of the first as there is room for, then one that says how many more there are.
 * A header of a few kilobytes passes through every proxy.
 */
function warningsHeader(warnings: readonly Diagnostic[]): string {
  const written: string[] = [];
  let length = 0;
  for (const warning of warnings) {
    const text = inAscii(JSON.stringify(writeDiagnostic(warning)));
    length += text.length + 1;
    if (length > LONGEST - REST) break;
    written.push(text);
  }
  const more = warnings.length - written.length;
  if (more > 0) written.push(JSON.stringify({ code: "limit/warnings", message: moreOf(more) }));
  return `[${written.join(",")}]`;
}

function moreOf(more: number): string {
  return `There ${more === 1 ? "is 1 more warning" : `are ${more} more warnings`}.`;
}

/** Bytes of the whole value. */
const LONGEST = 2_048;

/** What the brackets and the last entry take. */
const REST = 100;

function inAscii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
