import { diagnose, type Outcome } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { overLimit } from "../answers/over-limit.ts";
import { isObject, type JsonObject } from "./read-call.ts";

/** The rows of a call: none, or a list of objects, at most `limit` of them. */
export function readRows(rows: JsonValue | undefined, limit: number): Outcome<readonly JsonObject[]> {
  if (rows === undefined) return { output: [], diagnostics: [] };
  if (!Array.isArray(rows)) return refuse('its "Rows" is not a list');
  if (rows.length > limit) {
    return { output: undefined, diagnostics: [overLimit("rows", limit, rows.length)] };
  }
  const wrong = rows.findIndex((row) => !isObject(row));
  if (wrong !== -1) return refuse(`row ${wrong + 1} of its "Rows" is not an object`);
  return { output: rows, diagnostics: [] };
}

function refuse(reason: string): Outcome<never> {
  return { output: undefined, diagnostics: [diagnose("request/unreadable-body", { reason })] };
}
