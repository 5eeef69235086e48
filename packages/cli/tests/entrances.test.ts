/** What starts a process from a clone: a Node that is too old is refused in a line, and a stopped npm leaves no server. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { folderOf } from "./folder.ts";

const root = resolve(import.meta.dirname, "../../..");

/** Pretends, before an entrance is loaded, that this Node is an older one. */
const OLD =
  "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})";

test.each(["packages/cli/src/main.ts", "packages/tooling/run-from-sources.mjs"])(
  "%s refuses a Node that is too old in one line",
  (entrance) => {
    const input = ["--conditions=source", "--import", OLD, resolve(root, entrance), "--version"];
    const { status, stderr, stdout } = spawnSync(process.execPath, input, { encoding: "utf8" });
    expect(stderr).toMatch(
      /^Tablewright needs Node 22\.\d+ or newer; this is Node 20\.20\.2\. Install a newer one from https:\/\/nodejs\.org\.\n$/u,
    );
    expect([status, stdout]).toEqual([1, ""]);
  },
);

test("--version", () => {
  const input = ["--conditions=source", resolve(root, "packages/cli/src/main.ts"), "--version"];
  const { stdout } = spawnSync(process.execPath, input, { encoding: "utf8" });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/u);
});

test("a start that is refused does not wait for the page of the console", () => {
  // Sources as they are in a clone, whose page was not built.
  const clone = folderOf({ "package.json": readFileSync(resolve(root, "package.json"), "utf8") });
  cpSync(resolve(root, "packages/tooling"), resolve(clone, "packages/tooling"), {
    recursive: true,
    filter: (path) => !path.includes("node_modules"),
  });
  mkdirSync(resolve(clone, "packages/console/node_modules"), { recursive: true });
  symlinkSync(resolve(root, "packages/cli"), resolve(clone, "packages/cli"));
  const entrance = resolve(clone, "packages/tooling/run-from-sources.mjs");
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--conditions=source", entrance, "serve", "none.yaml"],
    { encoding: "utf8" },
  );
  expect(stderr).toMatch(/^none\.yaml: .*no such file/u);
  expect(status).toBe(1);
});

test.skipIf(process.platform === "win32")("npm is stopped: the server ends too", async () => {
  const npm = spawn("npm", ["start", "--", "--port", "0"], { cwd: root });
  let text = "";
  npm.stdout.on("data", (chunk) => {
    text += chunk;
  });
  await expect.poll(() => text).toContain("curl ");
  const [, address = ""] = /served at (http:\/\/[^/]+)/u.exec(text) ?? [];
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  npm.kill("SIGTERM");
  await expect
    .poll(() =>
      fetch(`${address}/healthz`).then(
        ({ status }) => status,
        () => "gone",
      ),
    )
    .toBe("gone");
});
