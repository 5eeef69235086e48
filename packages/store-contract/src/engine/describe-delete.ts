import { describe, expect, test } from "vitest";
import type { MakeStore } from "../store-under-test.ts";
import { fill, withWorkshop } from "./workshop.ts";

/** Rows removed, and answered as they were. */
export function describeDelete(make: MakeStore): void {
  describe("Delete", () => {
    test("the rows come back with all their values, in the order of the call; the others close up", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const before = await workshop.all("Jobs");
        const rows = [{ Job: "j3" }, { Job: "j1", Hours: "a delete only looks at the key" }];
        const deleted = await workshop.rows({ action: "Delete", table: "Jobs", rows });
        expect(deleted).toEqual([before[2], before[0]]);
        expect((await workshop.all("Jobs")).map(({ Job, _RowNumber }) => [Job, _RowNumber])).toEqual([
          ["j2", 1],
        ]);
      }));

    test("a missing row stops the call", () =>
      withWorkshop(make, async (workshop) => {
        await fill(workshop);
        const rows = [{ Job: "j1" }, { Job: "nope" }, { Job: "j1" }];
        expect(await workshop.mistakes({ action: "Delete", table: "Jobs", rows })).toEqual([
          "2 row/not-found",
          "3 key/twice",
        ]);
        expect(await workshop.all("Jobs")).toHaveLength(3);
      }));
  });
}
