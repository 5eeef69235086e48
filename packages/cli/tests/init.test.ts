/** A new application: what is written, that it is sound, and that it serves. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClient } from "@tablewright/client";
import { expect, test, vi } from "vitest";
import type { Application } from "../template/application.ts";
import { begin, capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

const run = promisify(execFile);

const FILES = [
  ".env",
  ".gitignore",
  "README.md",
  "app.test.yaml",
  "app.yaml",
  "application.ts",
  "data",
  "package.json",
  "show-loans.ts",
];

test("a folder that is not there is made, and its files fit together", async () => {
  const folder = join(folderOf({}), "My Tools");
  const { code, out, err } = await capture("init", folder);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain(`cd '${folder}'\n  npm install\n  npm start`);
  expect(readdirSync(folder).sort()).toEqual(FILES);
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  expect(manifest).toMatchObject({ name: "my-tools", dependencies: { tablewright: "^0.1.0" } });
  const key = readFileSync(join(folder, ".env"), "utf8").trim().replace("TABLEWRIGHT_KEY=", "");
  expect(readFileSync(join(folder, "app.yaml"), "utf8")).toContain(
    `sha256: "${createHash("sha256").update(key).digest("hex")}"`,
  );
  expect(statSync(join(folder, ".env")).mode & 0o077).toBe(0);
});

test("the definition has neither errors nor warnings, its tests pass, its types are written", async () => {
  const folder = folderOf({});
  await capture("init", folder);
  const definition = join(folder, "app.yaml");
  expect((await capture("check", definition)).out).toBe(`${definition}: no errors; 2 tables, 12 columns\n`);
  expect(await capture("test", definition, "--coverage", "100")).toMatchObject({ code: 0, err: "" });
  const { out } = await capture("types", definition);
  expect(readFileSync(join(folder, "application.ts"), "utf8")).toBe(out);
});

test("it serves its rows to its key", async () => {
  const folder = folderOf({});
  await capture("init", folder);
  const served = begin([
    "serve",
    join(folder, "app.yaml"),
    ...["--store", `sqlite:${join(folder, "rows.sqlite")}`, "--data", join(folder, "data"), "--port", "0"],
  ]);
  await vi.waitFor(() => expect(served.out()).toContain("curl "), { timeout: 150_000 });
  const [url = ""] = /http:\/\/[^/\s]+/u.exec(served.out()) ?? [];
  const key = readFileSync(join(folder, ".env"), "utf8").trim().replace("TABLEWRIGHT_KEY=", "");
  const tools = createClient<Application>({ url, app: "tools", key });
  expect(await tools.get("Tools", { Tool: "mower" })).toMatchObject({ Lent: true, "Day Fee": 6 });
  expect(await tools.get("Loans", { Loan: "L1" })).toMatchObject({ Fee: 13.5 });
  const early = tools.edit("Loans", [{ Loan: "L2", Returned: "2025-03-13" }]);
  await expect(early).rejects.toMatchObject({
    code: "rule/valid-if",
    errors: [{ row: 1, column: "Returned", message: "A tool comes back after it was lent." }],
  });
  const program = ["--conditions=source", join(import.meta.dirname, "../template/show-loans.ts")];
  const env = { ...process.env, TABLEWRIGHT_URL: url, TABLEWRIGHT_KEY: key };
  const show = () => run(process.execPath, program, { env });
  expect((await show()).stdout).toBe("mower is lent to uemit@example.com since 2025-03-14\n");
  const { warnings } = await tools.invoke("Return", "Loans", [{ Loan: "L2" }]);
  expect(warnings).toEqual([]);
  expect((await tools.find("Open Loans")).rows).toEqual([]);
  expect((await show()).stdout).toBe("No tool is lent.\n");
  served.stop();
  await served.done;
});

test("files that are there are left as they are", async () => {
  const folder = folderOf({ "README.md": "mine" });
  const { code, out, err } = await capture("init", folder);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toBe(
    `The folder "${folder}" has already: README.md. Nothing was written; name an empty folder.\n`,
  );
  expect(readdirSync(folder)).toEqual(["README.md"]);
});

test("a folder that cannot be written is named", async () => {
  const folder = join(folderOf({ file: "" }), "file", "sub");
  const { code, err } = await capture("init", folder);
  expect(code).toBe(1);
  expect(err).toContain(`The folder "${folder}" cannot be written: `);
});
