import { diagnose, type Outcome } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { isObject } from "./read-call.ts";

/** The body of a summary: what it summarises is a body of its own. */
export interface SummaryBody {
  readonly by: JsonValue | undefined;
  readonly values: JsonValue | undefined;
  readonly find: JsonValue;
}

/** Takes `By` and `Values` out of a body, in any case of letters as its other members. */
export function takeSummary(body: JsonValue): Outcome<SummaryBody> {
  if (!isObject(body)) return { output: { by: undefined, values: undefined, find: body }, diagnostics: [] };
  const taken: { by?: Sent; values?: Sent } = {};
  const find: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(body)) {
    const member = name.toLowerCase();
    if (member !== "by" && member !== "values") {
      find[name] = value as JsonValue;
      continue;
    }
    const [other] = taken[member] ?? [];
    if (other !== undefined) {
      const error = diagnose("request/duplicate-member", { name: other, other: name, where: "the body" });
      return { output: undefined, diagnostics: [error] };
    }
    taken[member] = [name, value];
  }
  return { output: { by: taken.by?.[1], values: taken.values?.[1], find }, diagnostics: [] };
}

type Sent = readonly [name: string, value: JsonValue | undefined];
