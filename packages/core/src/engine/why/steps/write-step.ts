import { keyOf, writeJson } from "../../../expression/parts.ts";
import type { StoredColumnDefinition } from "../../../schema/index.ts";
import type { Row } from "../../../storage/index.ts";
import { isSameValue } from "../../cells/is-same-value.ts";
import type { WriteEvent } from "../call-event.ts";
import type { TraceStep } from "../call-trace.ts";

/** What was written to a row; of sensitive columns only that they changed. */
export function writeStep({ table, before, after }: WriteEvent): TraceStep {
  const key = String(keyOf((after ?? before) as Row, table.scope) ?? "");
  const about = { about: "write", table: table.name, key } as const;
  if (after === undefined) return { ...about, text: `deleted from "${table.name}"` };
  if (before === undefined) return { ...about, text: `added to "${table.name}"` };
  const changes = table.storedColumns.flatMap((column) => changeOf(column, before, after) ?? []);
  const text = changes.length === 0 ? "saved unchanged" : `written: ${changes.join(", ")}`;
  return { ...about, text };
}

function changeOf(
  { name, index, type, options }: StoredColumnDefinition,
  before: Row,
  after: Row,
): string | undefined {
  const [old, now] = [before[index] ?? null, after[index] ?? null];
  if (isSameValue(old, now)) return undefined;
  if (options.sensitive) return `"${name}" changed`;
  const [from, to] = [old, now].map((value) => JSON.stringify(writeJson(value, type)));
  return `"${name}" from ${from} to ${to}`;
}
