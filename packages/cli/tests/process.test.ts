/** The command as a process, from its sources. */
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { definitionOf, folderOf } from "./folder.ts";

const main = resolve(import.meta.dirname, "../src/main.ts");

test("a value on the output, exit code 0", async () => {
  const { output, code } = start("eval", "1 + 2");
  expect([await code, output()]).toEqual([0, "3 (Number)\n"]);
});

test("an unknown command, exit code 2", async () => {
  expect(await start("sevre").code).toBe(2);
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s: the call under way is answered, exit code 0",
  async (signal) => {
    const file = join(folderOf({ "app.yaml": definitionOf() }), "app.yaml");
    const { child, output, code } = start("serve", file, "--port", "0");
    await expect.poll(output, { timeout: 10_000 }).toContain("curl ");
    const address = /served at (\S+)/u.exec(output())?.[1];
    const answer = await fetch(`${address}/tables/Notes/Action`, {
      method: "POST",
      headers: { ApplicationAccessKey: "V2-it's", "Content-Type": "application/json" },
      body: '{"Action": "Add", "Rows": [{"Note": "x"}]}',
    });
    expect(await answer.json()).toMatchObject({ Rows: [{ Note: "x" }] });
    const begun = Date.now();
    child.kill(signal);
    expect(await code).toBe(0);
    expect(Date.now() - begun).toBeLessThan(5_000);
  },
);

function start(...input: string[]) {
  const child = spawn(process.execPath, ["--conditions=source", main, ...input]);
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += chunk;
  });
  const code = new Promise<number | null>((done) => child.on("close", done));
  return { child, output: () => text, code };
}
