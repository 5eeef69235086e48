import type { Measure } from "../figure.ts";
import { storeKinds } from "../open-store.ts";
import { driveInTurn, type MakeRequest } from "./drive.ts";
import { expectSameRows, rowsMember } from "./expect-same-rows.ts";
import { operations, PATH } from "./operations.ts";
import { startServer } from "./server-process.ts";
import { withPlace } from "./with-place.ts";

/** How many requests must have the same answer before any is timed. */
const CHECKED = 3;

/** One operation on one store, `of` being "store: operation": our requests per processor second over the floor's. */
export const measure: Measure = async ({ rows, duration, of = "" }) => {
  const kind = storeKinds.find((one) => of.startsWith(`${one}: `));
  const operation = operations.find(({ name }) => of.endsWith(`: ${name}`));
  if (kind === undefined || operation === undefined) throw new Error(`There is nothing called "${of}".`);
  return withPlace(kind, async (place) => {
    const serving = { kind, rows, shape: operation.shape, isFilled: false };
    const [ours, floor] = await Promise.all([
      startServer("ours", serving, place),
      startServer("floor", serving, place),
    ]);
    await place.settle();
    const askOurs: MakeRequest = (at) => [PATH, operation.ours(at, rows)];
    const askFloor: MakeRequest = (at) => operation.floor(at, rows);
    for (let at = 0; at < CHECKED; at++) {
      await expectSameRows(
        { server: ours, makeRequest: askOurs, rowsOf: rowsMember },
        { server: floor, makeRequest: askFloor, rowsOf: rowsMember },
        at,
      );
    }
    const [measured, reference] = await driveInTurn([ours, askOurs], [floor, askFloor], duration, CHECKED);
    await ours.stop();
    await floor.stop();
    return [{ name: of, ratio: measured / reference, milliseconds: [1_000 / measured, 1_000 / reference] }];
  });
};
