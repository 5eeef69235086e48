/** Servers of one database that are replaced by those of a later definition, one after the other. */
import { test } from "vitest";
import { rollServers } from "../../cli/tests/rolling/roll-servers.ts";
import { processAddress } from "./process-address.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

test.skipIf(server === "")(
  "no row is without its values after servers were replaced under load",
  async () => {
    const { options, release } = temporarySchema();
    await rollServers(processAddress(options));
    await release();
  },
);
