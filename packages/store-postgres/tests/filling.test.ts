/** Columns that a new definition adds to tables with rows, while others write. */
import { describeFilling } from "@tablewright/store-contract";
import { describe } from "vitest";
import { contentsOf } from "./contents-of.ts";
import { openInSchema } from "./open-in-schema.ts";
import { server } from "./temporary-schema.ts";

describe.skipIf(server === "")("a column that is added to many rows", () => {
  describeFilling(async () => {
    const { schema, open } = openInSchema();
    return { open, contents: () => contentsOf(schema) };
  });
});
