/** Real server processes over one schema: what clients of all of them write at once is kept. */
import { describe, expect, test } from "vitest";
import { driveClients, wholeRows } from "../../cli/tests/clients/drive-clients.ts";
import { serveProcesses } from "../../cli/tests/clients/serve-processes.ts";
import { processAddress } from "./process-address.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

describe.skipIf(server === "")("server processes over one database", () => {
  test("four lose nothing, and each sees what the others wrote", async () => {
    const { options, release } = temporarySchema();
    const seen = await serveProcesses(4, processAddress(options), driveClients);
    expect(seen).toMatchObject(Array.from({ length: 4 }, wholeRows));
    await release();
  });
});
