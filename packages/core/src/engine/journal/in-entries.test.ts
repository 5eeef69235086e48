import { expect, test } from "vitest";
import { hashesOfRow, type NewChange } from "../engine-tables/journal-table.ts";
import { inEntries } from "./write-journal.ts";

const adds = (count: number) =>
  Array.from({ length: count }, (_, at): NewChange => [at + 1, "add", `key ${at}`, null, [at]]);

test.each([
  [1, 1],
  [32, 32],
  [33, 21],
  [4_096, 32],
  [4_097, 128],
])("%i changes are in %i entries, and each is found by its row", (count, entries) => {
  const changes = adds(count);
  const written = inEntries("Orders", changes);
  expect(written).toHaveLength(entries);
  expect(written.flatMap(([, some]) => some).sort(([a], [b]) => a - b)).toEqual(changes);
  for (const [row, some] of written)
    for (const [, , key] of some) expect(hashesOfRow("Orders", key)).toContain(row);
});

test("changes of an entry are in the order in which they were made", () => {
  for (const [, some] of inEntries("Orders", adds(500)))
    expect(some.map(([position]) => position)).toEqual(
      some.map(([position]) => position).sort((a, b) => a - b),
    );
});
