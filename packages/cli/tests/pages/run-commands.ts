import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { bundledProgram } from "@tablewright/tooling/bundled-program";
import { expect, vi } from "vitest";
import { begin, type Captured } from "../capture.ts";
import { root } from "./page-blocks.ts";

/** What a page's commands are run with. */
export interface PageShellOptions {
  /** The folder in which they begin. */
  readonly folder: string;
  /** Texts of the page in place of which others are run, such as the name of a server. */
  readonly instead?: readonly (readonly [text: RegExp, other: string | (() => string)])[];
  readonly variables?: Readonly<Record<string, string>>;
}

/** Runs the commands of a page one after the other; servers that they start answer until it is closed. */
export interface PageShell {
  /** Resolves to what the commands of a block wrote, and the highest exit code. Throws for a command that it cannot run. */
  run(block: string): Promise<Captured>;
  /** Variables that commands have set, and the address of the server that was started last. */
  variables(): Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * A shell for the commands of pages. Those of `tablewright` run in this process, on free ports. The packages of the repository are
 * in each folder, as they are in a clone.
 */
export function openShell({ folder, instead = [], variables = {} }: PageShellOptions): PageShell {
  const before = process.cwd();
  const environment: Record<string, string> = { ...variables };
  const servers: ReturnType<typeof begin>[] = [];
  /** Stores of these servers. */
  const opened = new Set<string>();
  let address = "";
  if (!existsSync(join(folder, "packages"))) symlinkSync(join(root, "packages"), join(folder, "packages"));
  process.chdir(folder);

  async function runLine(line: string): Promise<Captured> {
    // Servers that are not here.
    if (/\b(?:postgres|mysql):\/\//u.test(line)) return NOTHING;
    const { words, target } = wordsOf(line, environment);
    const { code, out, err } = await runWords(words, line);
    if (target === undefined || SYSTEM.includes(words[0] ?? "")) return { code, out, err };
    writeFileSync(target, out);
    return { code, out: "", err };
  }

  async function runWords(words: readonly string[], line: string): Promise<Captured> {
    const [command = "", ...rest] = words;
    if (command === "npx")
      return runWords(
        rest.filter((word) => word !== "--yes"),
        line,
      );
    if (command === "tablewright") return runTablewright(rest);
    if (command === "npm" && words.includes("tablewright") && words.includes("--"))
      return runTablewright(words.slice(words.indexOf("--") + 1));
    // What is installed is here.
    if (command === "npm" && ["install", "pkg"].includes(rest[0] ?? "")) return NOTHING;
    if (command === "npm") return runLine(scriptOf(rest.find((word) => !/^(?:run|-.*)$/u.test(word)) ?? ""));
    if (command === "cd") {
      process.chdir(resolve(rest[0] ?? "."));
      return NOTHING;
    }
    if (command === "set") return NOTHING;
    if (command === ".") {
      for (const [, name = "", value = ""] of readFileSync(rest[0] ?? "", "utf8").matchAll(/^(\w+)=(.*)$/gmu))
        environment[name] = value;
      return NOTHING;
    }
    // A server may still write them.
    if (command === "cat")
      await vi.waitFor(() => expect(globSync(line.slice("cat ".length))).not.toEqual([]), {
        timeout: 60_000,
      });
    if (SYSTEM.includes(command)) return runInSystem(line);
    throw new Error(`No way is known to run: ${line}`);
  }

  async function runTablewright(words: readonly string[]): Promise<Captured> {
    // A file of SQLite is opened once in a process.
    const isApart = words.some((word) => word.startsWith("sqlite:") && opened.has(word));
    if (isApart)
      return runInSystem(
        `node ${bundledProgram("cli/src/main.ts")} ${words.map((word) => `'${word}'`).join(" ")}`,
      );
    if (words[0] !== "serve" || words.includes("--check")) return begin(words, environment).done;
    const served = begin(words.includes("--port") ? words : [...words, "--port", "0"], environment);
    servers.push(served);
    for (const word of words) opened.add(word);
    const ended = served.done.then(({ code, err }) => {
      throw new Error(`It ended with ${code}: ${err}`);
    });
    const started = vi.waitFor(() => expect(served.out()).toMatch(/served at/u), { timeout: 150_000 });
    await Promise.race([started, ended]);
    ended.catch(() => {});
    address = /http:\/\/[^/\s]+/u.exec(served.out())?.[0] ?? "";
    await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(200), {
      timeout: 150_000,
    });
    return { code: 0, out: served.out(), err: served.err() };
  }

  async function runInSystem(line: string): Promise<Captured> {
    const text = line
      .replaceAll("http://127.0.0.1:8080", address)
      .replace(/^node /u, "node --conditions=source ");
    const env = { ...process.env, ...environment };
    try {
      const { stdout, stderr } = await promisify(execFile)("sh", ["-c", text], { env, maxBuffer: 2 ** 24 });
      return { code: 0, out: stdout, err: stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, out: stdout, err: stderr };
    }
  }

  return {
    async run(block) {
      let text = block;
      for (const [one, other] of instead) text = text.replaceAll(one, other as string);
      const all = { code: 0, out: "", err: "" };
      for (const line of linesOf(text)) {
        const { code, out, err } = await runLine(line);
        all.code = Math.max(all.code, code);
        all.out += out;
        all.err += err;
      }
      return all;
    },
    variables: () => ({
      ...environment,
      ...(address === "" ? {} : { TABLEWRIGHT_URL: address, RECORDS_URL: address }),
    }),
    async close() {
      for (const served of servers) {
        served.stop();
        await served.done;
      }
      process.chdir(before);
    },
  };
}

/** Commands that the system runs. */
const SYSTEM = ["curl", "cat", "echo", "node"];

const NOTHING: Captured = { code: 0, out: "", err: "" };

/** What a script of the package in the current folder runs. */
function scriptOf(name: string): string {
  const { scripts = {} } = JSON.parse(readFileSync("package.json", "utf8"));
  if (scripts[name] === undefined) throw new Error(`There is no script "${name}".`);
  return scripts[name];
}

/** The commands of a block: without comments, and each on one line. */
function linesOf(block: string): string[] {
  return block
    .replaceAll(/\\\n\s*/gu, " ")
    .replaceAll(/^((?:[^'"\n#]|'[^']*'|"[^"]*")*) #.*$/gmu, "$1")
    .split(/\n(?=(?:[^']*'[^']*')*[^']*$)/u)
    .flatMap((line) => (/['"]/u.test(line) ? [line] : line.split(";")))
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The words of a command as a shell reads them, with variables and files; and the file that its output goes to. */
function wordsOf(
  line: string,
  environment: Readonly<Record<string, string>>,
): { readonly words: readonly string[]; readonly target: string | undefined } {
  const words: string[] = [];
  let target: string | undefined;
  for (const [part] of line.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/gu)) {
    const word = part.replaceAll(/'([^']*)'|"([^"]*)"|\$(\w+)/gu, (_, single, double, name) =>
      name === undefined ? (single ?? double) : (environment[name] ?? ""),
    );
    if (target === "") target = word;
    else if (part === ">") target = "";
    else words.push(...(/^[^'"]*\*/u.test(part) ? globSync(word).sort() : [word]));
  }
  return { words, target };
}
