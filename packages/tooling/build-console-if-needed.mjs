// Builds the page of the console, or with the argument `playground` the playground, unless what is there was built from the sources as
// they are. Runs before `npm start` serves, and where tests need the page; says nothing when nothing is to be done.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** Tests have a `NODE_ENV` of their own, by which the page would get the larger React that is for development. */
const PRODUCTION = { ...process.env, NODE_ENV: "production" };
const packages = fileURLToPath(new URL("..", import.meta.url));
const folder = join(packages, "console");
const [, program = "", argument] = process.argv;
const isProgram = basename(program) === basename(import.meta.url);
const page = isProgram && argument === "playground" ? "playground" : "page";
const stampFile = join(folder, "dist", page, ".built");
const fingerprint = fingerprintOfSources();
/** Milliseconds. */
const LONGEST_BUILD = 120_000;

if (isProgram) await buildIfNeeded();

export async function buildIfNeeded() {
  if (!isBuilt()) await inTurn(join(folder, "node_modules/.building"), () => isBuilt() || build());
}

export function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === fingerprint;
}

function build() {
  process.stderr.write("Building the console …\n");
  const vite = join(folder, "node_modules/vite/bin/vite.js");
  const done = spawnSync(process.execPath, [vite, "build", "--mode", page === "page" ? "production" : page], {
    cwd: folder,
    encoding: "utf8",
    env: PRODUCTION,
  });
  if (done.status !== 0) {
    process.stderr.write(`${done.stdout}${done.stderr}The console could not be built.\n`);
    process.exit(1);
  }
  writeFileSync(stampFile, fingerprint);
}

/** One process after the other, by a folder that only one can make; one that a killed process has left is taken away. */
async function inTurn(lock, work) {
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) > LONGEST_BUILD)
        rmSync(lock, { recursive: true, force: true });
      await setTimeout(100);
    }
  }
  process.once("exit", () => rmSync(lock, { recursive: true, force: true }));
  work();
}

/** The page is made of its own sources, of the language in core, of the editor and of the client. */
function fingerprintOfSources() {
  const patterns = [
    "console/{src/page,public,playground}/**/*.*",
    "console/*.*",
    "{client,core,editor}/src/**/*.ts",
    "../pnpm-lock.yaml",
  ];
  const paths = patterns.flatMap((pattern) => globSync(pattern, { cwd: packages })).sort();
  const hash = createHash("sha256");
  for (const path of paths) {
    const { size, mtimeMs } = statSync(join(packages, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}
