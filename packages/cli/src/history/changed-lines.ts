import type { RecordedChange } from "@tablewright/core";

/** A line for each column of a change: what it had, and what it came to have. */
export function changedLines(
  before: RecordedChange["before"],
  after: RecordedChange["after"],
): readonly string[] {
  return Object.keys({ ...before, ...after }).map((name) => {
    const values = [before, after].flatMap((image) => (image === null ? [] : [JSON.stringify(image[name])]));
    return `    ${name}: ${values.join(" → ")}`;
  });
}
