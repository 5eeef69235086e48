import type { Measure } from "../figure.ts";
import { storeKinds } from "../open-store.ts";
import { driveInTurn } from "./drive.ts";
import { expectSameRows, rowsMember } from "./expect-same-rows.ts";
import { findRequest, PATH, spread } from "./operations.ts";
import { recordBatches } from "./records.ts";
import { startServer } from "./server-process.ts";
import { withPlace } from "./with-place.ts";

/** On the store that `of` begins with: the rows of one name, where the column of the names has an index, over where it has none. */
export const measure: Measure = async ({ rows, duration, of = "" }) => {
  const kind = storeKinds.find((one) => of.startsWith(`${one}: `));
  if (kind === undefined) throw new Error(`There is no store in "${of}".`);
  const names = [...recordBatches(Math.min(rows, 10_000))].flat().map(({ Name }) => Name);
  const request = (at: number) =>
    [
      PATH,
      findRequest(`FILTER("Records", [Name] = "${names[spread(at, names.length)] ?? names[0]}")`),
    ] as const;
  // In a place each: on PostgreSQL their tables have the same name.
  return withPlace(kind, async (first) =>
    withPlace(kind, async (second) => {
      const serving = { kind, rows, isFilled: false };
      const [indexed, scanned] = await Promise.all([
        startServer("ours", { ...serving, shape: "indexed" }, first),
        startServer("ours", { ...serving, shape: "plain" }, second),
      ]);
      await Promise.all([first.settle(), second.settle()]);
      const driven = { makeRequest: request, rowsOf: rowsMember };
      await expectSameRows({ server: indexed, ...driven }, { server: scanned, ...driven });
      const [measured, reference] = await driveInTurn([indexed, request], [scanned, request], duration);
      await indexed.stop();
      await scanned.stop();
      return [{ name: of, ratio: measured / reference, milliseconds: [1_000 / measured, 1_000 / reference] }];
    }),
  );
};
