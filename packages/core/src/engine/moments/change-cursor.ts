import { aessiv } from "@noble/ciphers/aes.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/ciphers/utils.js";
import { type Diagnostic, diagnose, type Outcome } from "../../diagnostics/index.ts";

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
  write(cursor: ChangeCursor): string;
  read(text: string): Outcome<ChangeCursor>;
}

/**
 * Numbers, such as `41-1`; for a caller who may not name everything, sealed, because the numbers count the changes of all tables. A sealed
 * cursor tells nothing but whether it is the same as another, and none can be made up. Who may name everything goes on from a sealed
 * one too, which they have from a time when they might not.
 */
export function cursorForm(nameable: object | undefined, secret: string | undefined): CursorForm {
  const sealed = secret === undefined ? NONE : sealedBy(secret);
  if (nameable !== undefined) return sealed;
  return { ...NUMBERS, read: (text) => (SEALED.test(text) ? sealed : NUMBERS).read(text) };
}

/** Whether a text has one of the two forms. */
export function looksLikeCursor(text: string): boolean {
  return NUMBERED.test(text) || SEALED.test(text);
}

const NUMBERED = /^(0|[1-9]\d{0,14})(?:-([1-9]\d{0,8}))?$/u;
const SEALED = /^[0-9a-f]{56}$/u;

const NUMBERS: CursorForm = {
  write: ({ passed, position }) => (position === 0 ? String(passed) : `${passed}-${position}`),
  read(text) {
    const [, passed, position = "0"] = NUMBERED.exec(text) ?? [];
    if (passed === undefined) return refused(text);
    return { output: { passed: Number(passed), position: Number(position) }, diagnostics: [] };
  },
};

/** Of a journal that no program has opened for writing since there are sealed cursors. */
const NONE: CursorForm = { write: () => "", read: refused };

function sealedBy(secret: string): CursorForm {
  const key = utf8ToBytes(secret.padEnd(KEY_BYTES, secret)).slice(0, KEY_BYTES);
  return {
    write({ passed, position }) {
      const written = new DataView(new ArrayBuffer(12));
      written.setFloat64(0, passed);
      written.setUint32(8, position);
      return bytesToHex(aessiv(key).encrypt(new Uint8Array(written.buffer)));
    },
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
