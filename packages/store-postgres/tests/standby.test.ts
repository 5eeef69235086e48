/** `serve --read-only` over a hot standby: Finds are answered, everything else is refused in words. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { capture } from "../../cli/tests/capture.ts";
import { definitionOf, folderOf } from "../../cli/tests/folder.ts";
import { serving } from "./serving.ts";
import { type StandbyPair, startStandbyPair } from "./standby-pair.ts";
import { server } from "./temporary-schema.ts";

describe.skipIf(server === "" || process.env.TABLEWRIGHT_TEST_POSTGRES !== undefined)("a hot standby", () => {
  let pair: StandbyPair;
  const file = join(folderOf({ "app.yaml": definitionOf() }), "app.yaml");
  const other = definitionOf().replace("      Note: {", "      More: { type: Text }\n      Note: {");
  const changed = join(folderOf({ "app.yaml": other }), "app.yaml");
  const unsafe = (url: string) => `${url}?accepts_loss=true`;
  beforeAll(async () => {
    pair = await startStandbyPair();
  });
  afterAll(() => pair?.stop());

  test("that has no tables yet says where they come from", async () => {
    const { code, err } = await capture(
      "serve",
      file,
      "--read-only",
      "--store",
      unsafe(pair.standby),
      "--port",
      "0",
    );
    expect(code).toBe(1);
    expect(err).toContain(
      'Table "Notes" has no source, and the database has no tables of ours: give it one, or serve the application without ' +
        "--read-only first, on the primary server and as a user who may make tables.\n",
    );
  });

  test("answers Finds and refuses changes", async () => {
    const primary = await serving(["serve", file, "--store", unsafe(pair.primary), "--port", "0"]);
    expect(await primary.call("Add", { Note: "n" })).toMatchObject({ status: 200 });
    await pair.caughtUp();
    const options = ["--store", unsafe(pair.standby), "--port", "0"];
    const standby = await serving(["serve", file, "--read-only", ...options]);
    expect(await standby.call("Find")).toMatchObject({ status: 200, body: [{ Note: "n" }] });
    for (const action of ["Add", "Edit", "Delete"]) {
      expect(await standby.call(action, { Note: "m" })).toMatchObject({
        status: 503,
        retryAfter: "60",
        body: {
          code: "server/read-only",
          detail: expect.stringContaining("This server answers Finds and changes nothing."),
        },
      });
    }
    const refusals = await Promise.all([
      capture("serve", file, ...options),
      capture("serve", "--check", file, ...options),
      capture("serve", "--check", "--read-only", changed, ...options),
    ]);
    expect(refusals.map(({ code }) => code)).toEqual([1, 1, 1]);
    const [served, checked, unfit] = refusals.map(({ err }) => err);
    expect(served).toMatch(/ takes no writes: name the primary server, or only read with --read-only\.\n$/u);
    expect(checked).toContain("takes no writes: name the primary server, or only read with --read-only");
    expect(unfit).toContain(
      'Table "Notes" is not there as the definition has it, and nothing is changed only for reading',
    );
    const well = await capture("serve", "--check", "--read-only", file, ...options);
    expect(well).toMatchObject({
      code: 0,
      out: expect.stringContaining("is reached and fits; rows are only read."),
    });
    expect((await Promise.all([primary.stop(), standby.stop()])).map(({ code }) => code)).toEqual([0, 0]);
  });
});
