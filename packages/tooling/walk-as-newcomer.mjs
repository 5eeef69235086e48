// What somebody does who has read docs/getting-started.md, in an empty folder, with the packages as they would be published:
// install, init, check, test, types, start, a request, a program. Packages of others come from npm's cache or from the registry.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";

/** Throws where the walk ends early. The programs in the READMEs are compiled against what was installed. */
export async function walkAsNewcomer(tarballs, readmes) {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-newcomer-"));
  const shop = join(folder, "shop");
  const npm = (where, ...words) => {
    console.log(`$ npm ${words.map((word) => basename(word)).join(" ")}`);
    return execFileSync("npm", words, { cwd: where, encoding: "utf8", shell: process.platform === "win32" });
  };
  try {
    writeFileSync(join(folder, "package.json"), "{}");
    npm(folder, "install", "--no-audit", "--no-fund", "--prefer-offline", ...tarballs);
    expect(npm(folder, "exec", "--", "tablewright", "init", "shop"), /npm start/);
    expect(npm(shop, "run", "check"), /no errors/);
    expect(npm(shop, "test"), /none failed/);
    const types = readFileSync(join(shop, "application.ts"), "utf8");
    npm(shop, "run", "types");
    expect(readFileSync(join(shop, "application.ts"), "utf8") === types, true);
    await whileServing(shop, async (url) => {
      const key = /TABLEWRIGHT_KEY=(\S+)/.exec(readFileSync(join(shop, ".env"), "utf8"))[1];
      const answer = await fetch(`${url}/api/v2/apps/tools/tables/Tools/Action`, {
        method: "POST",
        headers: { ApplicationAccessKey: key, "Content-Type": "application/json" },
        body: '{"Action": "Find", "Rows": [{"Tool": "mower"}]}',
      });
      expect(await answer.text(), /"Name":"Lawn mower"/);
      process.env.TABLEWRIGHT_URL = url;
      expect(npm(shop, "run", "show"), /mower is lent to uemit@example\.com since 2025-03-14/);
    });
    compilePrograms(folder, shop, readmes);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs `npm start` on a free port, and ends it as a person does. */
async function whileServing(shop, work) {
  console.log("$ npm start");
  const server = spawn("npm", ["start", "--", "--port", "0"], { cwd: shop, detached: true });
  const ended = once(server, "exit");
  let output = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  try {
    while (!output.includes("curl ")) {
      const isOver = await Promise.race([ended, once(server.stdout, "data").then(() => false)]);
      if (isOver !== false) throw new Error(`It did not start: ${output}`);
    }
    await work(/served at (http:\/\/[^/]+)/.exec(output)[1]);
  } finally {
    process.kill(-server.pid, "SIGINT"); // the group of the process that was started here, as a terminal does it
    await ended;
  }
}

/** The types that are published say of the programs in the READMEs, and of the new application's, that they are right. */
function compilePrograms(folder, shop, readmes) {
  const programs = readmes.flatMap((readme) => {
    const blocks = [...readFileSync(readme, "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm)];
    return blocks.map(([, text], at) => {
      const file = join(folder, "programs", `${basename(dirname(readme))}-${at}.ts`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    });
  });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  console.log(`$ tsc, ${programs.length + 1} programs`);
  const root = resolve(import.meta.dirname, "../..");
  const words = ["--noEmit", "--strict", "--target", "es2024", "--module", "nodenext"];
  const types = ["--types", "node", "--typeRoots", join(root, "node_modules/@types")];
  const flags = [...words, ...types, "--allowImportingTsExtensions"];
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [compiler, ...flags, join(shop, "show-loans.ts"), ...programs], {
    stdio: "inherit",
  });
}

function expect(actual, expected) {
  const isMet = expected instanceof RegExp ? expected.test(actual) : actual === expected;
  if (!isMet) throw new Error(`Expected ${expected}, not: ${actual}`);
}
