import type { Measure } from "../figure.ts";
import { storeKinds } from "../open-store.ts";
import { driveInTurn } from "./drive.ts";
import { operations, PATH } from "./operations.ts";
import { startServer } from "./server-process.ts";
import { withPlace } from "./with-place.ts";

/** On the store that `of` begins with: the processor time of an Add of 1,000 rows with a history, over the same without one. */
export const measure: Measure = async ({ rows, duration, of = "" }) => {
  const kind = storeKinds.find((one) => of.startsWith(`${one}: `));
  const add = operations.find(({ name }) => name.startsWith("add 1,000 rows"));
  if (kind === undefined || add === undefined) throw new Error(`There is no store in "${of}".`);
  // In a place each: on PostgreSQL their tables have the same name.
  return withPlace(kind, async (first) =>
    withPlace(kind, async (second) => {
      const serving = { kind, rows, isFilled: false };
      const [recorded, plain] = await Promise.all([
        startServer("ours", { ...serving, shape: "history" }, first),
        startServer("ours", { ...serving, shape: "rules" }, second),
      ]);
      await Promise.all([first.settle(), second.settle()]);
      const request = (at: number) => [PATH, add.ours(at, rows)] as const;
      const [measured, reference] = await driveInTurn([recorded, request], [plain, request], duration);
      await recorded.stop();
      await plain.stop();
      return [{ name: of, ratio: reference / measured, milliseconds: [1_000 / measured, 1_000 / reference] }];
    }),
  );
};
