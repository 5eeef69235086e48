import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Measure } from "../figure.ts";
import { definitionOf } from "../service/records.ts";
import type { StoreKind } from "../service/store-kinds.ts";
import { withPlace } from "../service/with-place.ts";
import { runCommand } from "./run-command.ts";
import { writeCsv } from "./write-csv.ts";

/**
 * `tablewright import` of a CSV file into the store `of`, over a script by hand that does the same; each a process from start
 * to end, the database's time with it.
 */
export const measure: Measure = async ({ rows, of = "" }) => {
  const kind = of as StoreKind;
  const folder = mkdtempSync(join(tmpdir(), "tablewright-import-"));
  try {
    writeFileSync(join(folder, "app.yaml"), definitionOf("plain"));
    await writeCsv(join(folder, "records.csv"), rows);
    return await withPlace(kind, async (place) => {
      const cost = async (script: string, args: readonly string[]) => {
        const before = place.cpuSeconds();
        const { seconds, cpuSeconds, peak } = await runCommand(script, args, folder);
        return { seconds, peak, cpuSeconds: cpuSeconds + place.cpuSeconds() - before };
      };
      const byHand = await cost(BY_HAND, [kind, place.address("by-hand"), join(folder, "records.csv")]);
      await place.settle();
      const address = kind === "sqlite" ? `sqlite:${place.address("ours")}` : place.address("ours");
      const ours = await cost(CLI, ["import", "app.yaml", "Records", "records.csv", "--store", address]);
      const over = (of: "seconds" | "cpuSeconds") => ({
        ratio: byHand[of] / ours[of],
        milliseconds: [ours[of] * 1_000, byHand[of] * 1_000] as const,
      });
      return [
        { name: `${kind}: rows per second of processor time`, ...over("cpuSeconds") },
        { name: `${kind}: rows per second`, ...over("seconds") },
        { name: `${kind}: peak memory`, ratio: ours.peak },
        { name: `${kind}: peak memory by hand`, ratio: byHand.peak },
      ];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const BY_HAND = resolve(import.meta.dirname, "import-by-hand.ts");
const CLI = resolve(import.meta.dirname, "../../../cli/src/main.ts");
