import { test } from "vitest";
import { readInLittleMemory } from "../../cli/tests/many/read-in-little-memory.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

test.skipIf(server === "")("a Find holds neither the rows it looks at nor those it passes on", async () => {
  const { options, release } = temporarySchema();
  const address = new URL(server);
  address.searchParams.set("schema", String(options.schema));
  address.searchParams.set("accepts_loss", "true");
  await readInLittleMemory(address.href);
  await release();
});
