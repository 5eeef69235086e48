/** The turns that servers over a cluster take, on one server that has the table of turns. */
import { describe, expect, onTestFinished, test } from "vitest";
import { ClusterTurns } from "../src/cluster-turns.ts";
import { MysqlDatabase } from "../src/database.ts";
import { mysqlStore } from "../src/index.ts";
import { server, temporaryDatabase } from "./temporary-database.ts";

describe.skipIf(server === "")("a turn", () => {
  test("is waited for beyond the time of a write, where that is asked for", async () => {
    const { options, release } = await temporaryDatabase();
    await (await mysqlStore(options)).close();
    const database = new MysqlDatabase(options);
    onTestFinished(async () => {
      await database.close();
      await release();
    });
    const turns = new ClusterTurns(database);
    const altering = Promise.withResolvers<string>();
    const taken = Promise.withResolvers<void>();
    const first = turns.hold(() => {
      taken.resolve();
      return altering.promise;
    });
    await taken.promise;
    let isOver = false;
    const starting = turns.hold(async () => isOver, Number.POSITIVE_INFINITY);
    await expect(turns.hold(async () => "written", 1)).rejects.toThrow(
      "another server over its cluster writes exclusively",
    );
    isOver = true;
    altering.resolve("altered");
    expect(await first).toBe("altered");
    expect(await starting).toBe(true);
  });
});
