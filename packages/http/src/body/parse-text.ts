import { type Diagnostic, diagnose, type Outcome } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";

/** JSON in UTF-8, with or without a byte order mark, as the platform parses it. */
export function parseText(bytes: Uint8Array): Outcome<JsonValue> {
  if (bytes.length === 0) return unreadable("it is empty");
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return unreadable("it is not UTF-8");
  }
  try {
    return { output: JSON.parse(text), diagnostics: [] };
  } catch (error) {
    return unreadable(placeOf(text, error));
  }
}

/** Making one costs as much as parsing a small body. */
const decoder = new TextDecoder("utf-8", { fatal: true });

function unreadable(reason: string): Outcome<never> {
  const diagnostic: Diagnostic = diagnose("request/unreadable-body", { reason });
  return { output: undefined, diagnostics: [diagnostic] };
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
