/** `?read=`: Finds of callers are answered by a standby, which may be behind, stop, come back and be promoted. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { capture } from "../../cli/tests/capture.ts";
import { definitionOf, folderOf } from "../../cli/tests/folder.ts";
import { serving } from "./serving.ts";
import { type StandbyPair, startStandbyPair } from "./standby-pair.ts";
import { server } from "./temporary-schema.ts";

const keys = ["ann", "ben"].map((name) => `{ name: ${name}, key: V2-${name} }`);
const file = join(folderOf({ "app.yaml": definitionOf(`accessKeys: [${keys.join(", ")}]`) }), "app.yaml");
const isSkipped = server === "" || process.env.TABLEWRIGHT_TEST_POSTGRES !== undefined;

describe.skipIf(isSkipped)("reads that are routed to a standby", () => {
  let pair: StandbyPair;
  let served: Awaited<ReturnType<typeof serving>>;
  /** `lag` is how many milliseconds behind it may be; on a busy machine no question is answered in few. */
  const startWith = (lag: number) => {
    const read = encodeURIComponent(pair.standby);
    const store = `${pair.primary}?accepts_loss=true&check_timeout=30000&read=${read}&read_lag=${lag}`;
    return serving(["serve", file, "--store", store, "--port", "0"]);
  };
  const add = async (key: string, note: string) =>
    expect((await served.call("Add", { Note: note }, `V2-${key}`)).status).toBe(200);
  const seenBy = async (key: string, from = served) => {
    const { status, body } = await from.call("Find", undefined, `V2-${key}`);
    expect(status).toBe(200);
    return (body as readonly { readonly Note: string }[]).map(({ Note }) => Note);
  };
  /** Whether a caller sees the standby: what another process writes is not there while it is held back. */
  let probes = 0;
  const isSentToStandby = async (key: string, from = served) => {
    const note = `probe ${++probes}`;
    await pair.pause();
    await pair.write(`insert into "Notes" ("Note") values ('${note}')`);
    const notes = await seenBy(key, from);
    await pair.resume();
    await pair.caughtUp();
    return !notes.includes(note);
  };
  beforeAll(async () => {
    pair = await startStandbyPair();
    served = await startWith(600_000);
  });
  afterAll(async () => {
    await served?.stop();
    await pair?.stop();
  });

  test("show callers what they have written, and others what the standby has", async () => {
    await expect.poll(() => isSentToStandby("ben")).toBe(true);
    await pair.pause();
    await add("ann", "held back");
    expect(await seenBy("ann")).toContain("held back");
    await expect.poll(() => seenBy("ben")).not.toContain("held back");
    await pair.resume();
    await pair.caughtUp();
    expect(await seenBy("ben")).toContain("held back");
    expect(await seenBy("ann")).toContain("held back");
    await expect.poll(() => isSentToStandby("ann")).toBe(true);
  });

  test("see what a hundred callers have just written, on either server", async () => {
    const notes = Array.from({ length: 100 }, (_, at) => `note ${at}`);
    const own = notes.map(async (note, at) => {
      const key = at % 2 === 0 ? "ann" : "ben";
      await add(key, note);
      return (await seenBy(key)).includes(note);
    });
    expect(new Set(await Promise.all(own))).toEqual(new Set([true]));
  });

  test("go to the primary where the standby is too far behind, and back", async () => {
    const strict = await startWith(3_000);
    await expect.poll(() => isSentToStandby("ben", strict)).toBe(true);
    await pair.pause();
    await add("ann", "late");
    await expect.poll(() => seenBy("ben", strict)).toContain("late");
    await pair.resume();
    await expect.poll(() => isSentToStandby("ben", strict)).toBe(true);
    await strict.stop();
  });

  test("are refused at the start where the standby is that of another database", async () => {
    const store = `${server}?accepts_loss=true&read=${encodeURIComponent(pair.standby)}`;
    const { code, err } = await capture("serve", file, "--store", store, "--port", "0");
    expect(err).toMatch(/ follows another database than the one whose reads it should answer\.$/mu);
    expect(code).toBe(1);
  });

  test("go on while the standby stops, is away and comes back", async () => {
    await expect.poll(() => isSentToStandby("ben")).toBe(true);
    let isStopped = false;
    const reading = Array.from({ length: 4 }, async () => {
      while (!isStopped) await seenBy("ben");
    });
    await pair.stopStandby();
    isStopped = true;
    await Promise.all(reading);
    await add("ann", "alone");
    expect(await seenBy("ben")).toContain("alone");
    await pair.startStandby();
    await expect.poll(() => isSentToStandby("ben")).toBe(true);
  });

  test("go to the primary when the standby is promoted", async () => {
    await pair.promoteStandby();
    await add("ann", "after");
    await expect.poll(() => seenBy("ben")).toContain("after");
    expect(await seenBy("ann")).toContain("after");
  });
});

describe.skipIf(server === "")("an address whose read=… is no standby's", () => {
  test.each([
    ["another store", "sqlite:rows.sqlite", "it takes one like"],
    ["no address", "standby", "it takes one like"],
    ["an address with a standby of its own", "postgres://a@b/c?read=postgres://d@e/f", "it takes one like"],
  ])("%s", async (_, read, words) => {
    const store = `${server}?accepts_loss=true&read=${encodeURIComponent(read)}`;
    const { code, err } = await capture("serve", file, "--store", store, "--port", "0");
    expect(err).toContain(words);
    expect(code).toBe(1);
  });
});
