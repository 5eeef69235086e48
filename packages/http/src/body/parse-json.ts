import { type Diagnostic, diagnose, type Outcome } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { overLimit } from "../answers/over-limit.ts";
import { exceedsNesting } from "./exceeds-nesting.ts";

/** The body as JSON in UTF-8, with or without a byte order mark; names that reach into prototypes are refused. */
export function parseJson(bytes: Uint8Array, nesting: number): Outcome<JsonValue> {
  if (bytes.length === 0) return unreadable("it is empty");
  if (exceedsNesting(bytes, nesting)) return refuse(overLimit("bodyNesting", nesting));
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return unreadable("it is not UTF-8");
  }
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return unreadable(placeOf(text, error));
  }
  const unsafe = UNSAFE_SPELLINGS.test(text) ? findUnsafeMember(value) : undefined;
  if (unsafe !== undefined) return refuse(diagnose("request/unsafe-member", { name: unsafe }));
  return { output: value, diagnostics: [] };
}

function refuse(diagnostic: Diagnostic): Outcome<never> {
  return { output: undefined, diagnostics: [diagnostic] };
}

function unreadable(reason: string): Outcome<never> {
  return refuse(diagnose("request/unreadable-body", { reason }));
}

/** Where or why the platform's parser stopped; the rest of its words is left out because it quotes the body. */
function placeOf(text: string, error: unknown): string {
  if (text.trim() === "") return "it is empty";
  const [, token] = /Unexpected token '(.)'/su.exec(String(error)) ?? [];
  if (token !== undefined) return `it is not JSON, because of an unexpected "${token}"`;
  const [, position] = /position (\d+)/u.exec(String(error)) ?? [];
  if (position === undefined) return "it is not JSON, or it ends too early";
  const before = text.slice(0, Number(position)).split("\n");
  return `it is not JSON at line ${before.length}, character ${(before.at(-1)?.length ?? 0) + 1}`;
}

const UNSAFE_NAMES = new Set(["__proto__", "constructor"]);

/** A quick look at the text: most bodies hold none of these and need no walk. An escape could hide a name. */
const UNSAFE_SPELLINGS = /__proto__|constructor|\\u/u;

function findUnsafeMember(value: JsonValue): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (UNSAFE_NAMES.has(name)) return name;
    const inside = findUnsafeMember(member as JsonValue);
    if (inside !== undefined) return inside;
  }
  return undefined;
}
