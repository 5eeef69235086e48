/** Columns that a new definition adds to tables with rows, while others write. */
import { describeFilling } from "@tablewright/store-contract";
import { describe, onTestFinished } from "vitest";
import { PostgresConnection } from "../src/connection.ts";
import { contentsOf } from "./contents-of.ts";
import { openInSchema } from "./open-in-schema.ts";
import { server } from "./temporary-schema.ts";

describe.skipIf(server === "")("a column of many rows", () => {
  describeFilling(async () => {
    const { schema, open } = openInSchema();
    return { open, contents: () => contentsOf(schema), beforeConverting };
  });
});

function beforeConverting(work: () => Promise<void>): void {
  const { run } = PostgresConnection.prototype;
  onTestFinished(() => {
    PostgresConnection.prototype.run = run;
  });
  PostgresConnection.prototype.run = async function (sql, values) {
    if (/^update "Things" set "[^"]*" = cast/u.test(sql)) await work();
    return run.call(this, sql, values);
  };
}
