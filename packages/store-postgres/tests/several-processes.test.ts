/** Several stores on one database, as several server processes have them. */
import { describeSeveralProcesses } from "@tablewright/engine-tests/processes";
import { describe } from "vitest";
import { postgresStore } from "../src/index.ts";
import { processAddress } from "./process-address.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

describe.skipIf(server === "")("two processes on one database", () => {
  describeSeveralProcesses({
    openStore: postgresStore,
    makeDatabase: async () => {
      const { options, release } = temporarySchema();
      const address = processAddress(options);
      return { addresses: [address, address], release };
    },
    script: new URL("shared-database-process.ts", import.meta.url),
  });
});
