/** Events of server and worker processes that are killed while they share a database. */
import { expect, test } from "vitest";
import { runDeliveryKills } from "../../cli/tests/kill-delivery/run-delivery-kills.ts";
import { processAddress } from "./process-address.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

test.skipIf(server === "")("events of killed processes arrive, under one id each", async () => {
  const { options, release } = temporarySchema();
  const { orders, errors } = await runDeliveryKills({
    address: processAddress(options),
    kills: 3,
    ahead: 120_000,
  });
  expect(errors).toEqual([]);
  expect(orders).toBeGreaterThan(0);
  await release();
});
