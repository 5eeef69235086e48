/** The command as a process, from its sources. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { definitionOf, folderOf } from "./folder.ts";
import { start } from "./start.ts";

test("a value on the output, exit code 0", async () => {
  const { output, code } = start("eval", "1 + 2");
  expect([await code, output()]).toEqual([0, "3 (Number)\n"]);
});

test("an unknown command, exit code 2", async () => {
  expect(await start("sevre").code).toBe(2);
});

test.each(["backtest app.yaml", "why --call x"])(
  "%s of a store that is not there, exit code 2",
  async (command) => {
    const folder = folderOf({ "app.yaml": definitionOf() });
    const path = join(folder, "none.sqlite");
    const input = command.replace("app.yaml", join(folder, "app.yaml")).split(" ");
    const { code, output, errors } = start(...input, "--store", `sqlite:${path}`);
    expect([await code, output(), errors()]).toEqual([2, "", `There is no file "${path}".\n`]);
  },
);

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s: the call under way is answered, exit code 0",
  async (signal) => {
    const file = join(folderOf({ "app.yaml": definitionOf() }), "app.yaml");
    const { child, output, code } = start("serve", file, "--port", "0");
    await expect.poll(output).toContain("curl ");
    const address = /served at (\S+)/u.exec(output())?.[1];
    const answer = await fetch(`${address}/tables/Notes/Action`, {
      method: "POST",
      headers: { ApplicationAccessKey: "V2-it's", "Content-Type": "application/json" },
      body: '{"Action": "Add", "Rows": [{"Note": "x"}]}',
    });
    expect(await answer.json()).toMatchObject({ Rows: [{ Note: "x" }] });
    child.kill(signal);
    expect(await code).toBe(0);
  },
);
