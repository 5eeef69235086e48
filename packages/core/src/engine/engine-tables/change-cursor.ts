import { aessiv } from "@noble/ciphers/aes.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/ciphers/utils.js";
import { type Diagnostic, diagnose, type Outcome } from "../../diagnostics/index.ts";
import { readIsoDateTime } from "../../values/index.ts";

/**
 * How far a reader of the feed is: past every entry up to a number, and of the call whose entries follow that number past so
 * many of its changes.
 */
export interface ChangeCursor {
  readonly passed: number;
  readonly position: number;
}

export const FIRST_CURSOR: ChangeCursor = { passed: 0, position: 0 };

/** How cursors are written for a caller. */
export interface CursorForm {
  /** The same text each time for the place after a change. */
  write(cursor: ChangeCursor): string;
  /** Where a reader is: sealed, another text each time, so that it does not tell whether there were hidden changes. */
  writePlace(cursor: ChangeCursor, random: () => number): string;
  read(text: string): Outcome<ChangeCursor>;
}

/**
 * Numbers, such as `41-1`, for callers who see every change; for others sealed, because the numbers count the changes of all tables. None
 * can be made up. Who sees everything goes on from a sealed one too, which they have from a time when they did not; where
 * `isTrusted`, a cursor comes from the program that calls, and everybody goes on from it.
 */
export function cursorForm(seesAll: boolean, secret: string | undefined, isTrusted = false): CursorForm {
  const sealed = secret === undefined ? NONE : sealedBy(secret);
  const either = (text: string) => (NUMBERED.test(text) ? NUMBERS : sealed).read(text);
  const read = seesAll || isTrusted ? either : sealed.read;
  return { ...(seesAll ? NUMBERS : sealed), read };
}

/** Whether a text has one of the two forms. */
export function looksLikeCursor(text: string): boolean {
  return NUMBERED.test(text) || SEALED.test(text);
}

const NUMBERED = /^(0|[1-9]\d{0,14})(?:-([1-9]\d{0,8}))?$/u;
const SEALED = /^[0-9a-f]{64}$/u;

const NUMBERS: CursorForm = {
  write: ({ passed, position }) => (position === 0 ? String(passed) : `${passed}-${position}`),
  writePlace: (cursor) => NUMBERS.write(cursor),
  read(text) {
    const [, passed, position = "0"] = NUMBERED.exec(text) ?? [];
    if (passed === undefined) return refused(text);
    return { output: { passed: Number(passed), position: Number(position) }, diagnostics: [] };
  },
};

/** Of a journal that no program has opened for writing since there are sealed cursors. */
const NONE: CursorForm = { write: () => "", writePlace: () => "", read: refused };

function sealedBy(secret: string): CursorForm {
  const key = utf8ToBytes(secret.padEnd(KEY_BYTES, secret)).slice(0, KEY_BYTES);
  const seal = ({ passed, position }: ChangeCursor, salt: number) => {
    const written = new DataView(new ArrayBuffer(16));
    written.setFloat64(0, passed);
    written.setUint32(8, position);
    written.setUint32(12, salt);
    return bytesToHex(aessiv(key).encrypt(new Uint8Array(written.buffer)));
  };
  return {
    write: (cursor) => seal(cursor, 0),
    writePlace: (cursor, random) => seal(cursor, Math.floor(random() * 2 ** 32)),
    read(text) {
      const opened = SEALED.test(text) ? open(key, text) : undefined;
      if (opened === undefined) return refused(text);
      const view = new DataView(opened.buffer, opened.byteOffset);
      return { output: { passed: view.getFloat64(0), position: view.getUint32(8) }, diagnostics: [] };
    },
  };
}

const KEY_BYTES = 64;

/** Undefined for a text that was not sealed by the key, which the cipher throws for. */
function open(key: Uint8Array, text: string): Uint8Array | undefined {
  try {
    return aessiv(key).decrypt(hexToBytes(text));
  } catch {
    return undefined;
  }
}

function refused(text: string): { readonly output: undefined; readonly diagnostics: readonly Diagnostic[] } {
  const details = { cursor: text.slice(0, 60), isNumber: NUMBERED.test(text) };
  return { output: undefined, diagnostics: [diagnose("history/cursor", details)] };
}

/** A time, or a place in the order of commits. */
export type PastMoment = PastTime | PastChangeMoment;

export interface PastTime {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
  /** As it was sent. */
  readonly text: string;
}

/** After the last change that a reader with the cursor has read. */
export interface PastChangeMoment {
  /** In the form in which its caller reads cursors. */
  readonly cursor: string;
  /** As it was sent. */
  readonly text: string;
}

/** Undefined for a text that is neither a time with its offset nor a cursor. */
export function readMoment(text: string): PastMoment | undefined {
  const at = readTime(text.trim());
  if (at !== undefined) return { at, text };
  const cursor = text.trim();
  return looksLikeCursor(cursor) ? { cursor, text } : undefined;
}

function readTime(text: string): number | undefined {
  const [, minutes, seconds = "00", fraction = "", offset = "Z"] = TIME.exec(text) ?? [];
  const wall = minutes === undefined ? null : readIsoDateTime(`${minutes}:${seconds}`);
  const behind = offsetIn(offset);
  if (wall === null || behind === undefined) return undefined;
  return (wall - behind) * 1_000 + Number(fraction.slice(0, 3).padEnd(3, "0"));
}

/** In seconds. */
function offsetIn(offset: string): number | undefined {
  if (offset === "Z") return 0;
  const [hours = 0, minutes = 0] = offset.slice(1).split(":").map(Number);
  if (hours > 14 || minutes > 59) return undefined;
  return (offset.startsWith("-") ? -1 : 1) * (hours * 3_600 + minutes * 60);
}

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d)$/u;
