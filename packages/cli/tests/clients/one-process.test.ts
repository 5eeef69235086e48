/** Clients that write the same rows at once, served by one process. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderOf } from "../folder.ts";
import { driveClients, wholeRows } from "./drive-clients.ts";
import { serveProcesses } from "./serve-processes.ts";

test.each([
  ["memory", "memory:"],
  ["SQLite", `sqlite:${join(folderOf({}), "rows.sqlite")}`],
])("nothing that a client wrote is lost: %s", async (_, store) => {
  const [rows] = await serveProcesses(1, store, driveClients);
  expect(rows).toMatchObject(wholeRows());
});
