import type { Figure, Measure } from "../figure.ts";
import { kindIn, type StoreKind } from "../open-store.ts";
import { driveAlone } from "./drive.ts";
import { findRequest, operations, PATH } from "./operations.ts";
import { startServer } from "./server-process.ts";
import { withPlace } from "./with-place.ts";

/** What a request should cost the same on a table of any size; the adding ones last, for they change the table. */
export const CONSTANT = [
  "point read",
  "indexed filter, 1,000 rows",
  "add 1 row",
  "add 1,000 rows, 3 formulas and 3 validations",
];

/** What should cost the same for each row of the table. */
export const LINEAR = ["scan, a row", "import, a row"];

/**
 * On the store that `of` begins with: what a request costs over ten times `rows` rows, over what it costs at a tenth of
 * `rows`; a scan and an import for each row.
 */
export const measureGrowth: Measure = async ({ rows, duration, of = "" }) => {
  const kind = kindIn(of);
  const small = await costs(kind, rows / 10, duration);
  const large = await costs(kind, rows * 10, duration);
  return [...CONSTANT, ...LINEAR].map((name): Figure => {
    const [after = Number.NaN, before = Number.NaN] = [large.get(name), small.get(name)];
    return { name: `${kind}: growth of ${name}`, ratio: after / before, milliseconds: [after, before] };
  });
};

/** Milliseconds of processor time by name. */
async function costs(kind: StoreKind, rows: number, duration: number): Promise<ReadonlyMap<string, number>> {
  return withPlace(kind, async (place) => {
    const serving = { kind, rows, shape: "rules", milliseconds: A_LONG_SCAN } as const;
    const server = await startServer("ours", serving, place);
    const times = new Map([["import, a row", (1_000 * server.fillSeconds) / rows]]);
    await place.settle();
    const scan = await driveAlone(server, () => [PATH, findRequest(SCAN)], duration);
    for (const name of CONSTANT) {
      const ours = operations.find((operation) => operation.name === name)?.ours;
      if (ours === undefined) throw new Error(`There is no operation "${name}".`);
      times.set(name, await driveAlone(server, (at) => [PATH, ours(at, rows)], duration));
    }
    // What any request costs is not the scan's.
    times.set("scan, a row", (scan - (times.get("point read") ?? 0)) / rows);
    await server.stop();
    return times;
  });
}

/** No row satisfies it, and no index helps. */
const SCAN = 'FILTER("Records", [Price] * [Quantity] < 0)';

/** Milliseconds that a call has, of any table: eight callers at a time scan the large one, which no caller may by default. */
const A_LONG_SCAN = 600_000;
