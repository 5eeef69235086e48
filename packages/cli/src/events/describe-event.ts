import type { ListedEvent } from "@tablewright/delivery";

/** An event in a line, and in a second one why it was not delivered. */
export function describeEvent({
  id,
  state,
  created,
  due,
  rule,
  table,
  key,
  change,
  error,
}: ListedEvent): string {
  const row = table === undefined ? "" : `, ${change} of "${key}" in ${table}`;
  const when = due === undefined ? "" : `, due ${due}`;
  const line = `${id}  ${state.padEnd(WIDEST)}  ${created}  ${rule}${row}${when}`;
  const [reason] = error?.split("\n") ?? [];
  return reason === undefined ? line : `${line}\n    ${reason}`;
}

const WIDEST = "delivered".length;
