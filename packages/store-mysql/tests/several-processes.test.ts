/** Several stores on one server, as several server processes have them. */
import { describeSeveralProcesses } from "@tablewright/engine-tests/processes";
import { describe } from "vitest";
import { mysqlStore } from "../src/index.ts";
import { server, temporaryDatabase } from "./temporary-database.ts";

describe.skipIf(server === "")("two processes on one server", () => {
  describeSeveralProcesses({
    openStore: mysqlStore,
    makeDatabase: async () => {
      const { options, release } = await temporaryDatabase();
      const address = new URL(
        `/${options.database}?accepts_loss=true&pool=6&check_timeout=60000&connection_timeout=60000`,
        server,
      ).href;
      return { addresses: [address, address], release };
    },
    script: new URL("shared-database-process.ts", import.meta.url),
  });
});
