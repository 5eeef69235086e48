/** The feed of two server processes over one database, for a reader who is cut off and servers that are killed. */
import { expect, test } from "vitest";
import { runFeedCuts } from "../../cli/tests/cut-feed/run-feed-cuts.ts";
import { processAddress } from "./process-address.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

test.skipIf(server === "")("a reader who is cut off gets every change once and in order", async () => {
  const { options, release } = temporarySchema();
  const address = processAddress(options);
  const { changes, errors } = await runFeedCuts({ address, servers: 2, cuts: 10, kills: 1 });
  expect(errors).toEqual([]);
  expect(changes).toBeGreaterThan(0);
  await release();
});
