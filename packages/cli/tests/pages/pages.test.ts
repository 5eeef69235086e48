/**
 * Every fenced block of every page is carried out as it is printed: programs are run, commands are run in a folder with the files that
 * they name, definitions are loaded, and outputs are compared. `page-lists.ts` lists what other tests carry out, and what cannot be.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadDefinition } from "@tablewright/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { hasCurl } from "../has-curl.ts";
import { type Block, blocks, root } from "./page-blocks.ts";
import { elsewhere, isSelected, notRun } from "./page-lists.ts";
import { copyOf, endings, makeShop, PAGES_KEY, preludes, separate, servers } from "./page-setups.ts";
import { openShell, type PageShell, type PageShellOptions } from "./run-commands.ts";
import { openProgramRunner } from "./run-programs.ts";

let shop: Awaited<ReturnType<typeof makeShop>>;
const programs = openProgramRunner();
beforeAll(async () => {
  shop = await makeShop();
});
afterAll(() => programs.close());

const pages = Map.groupBy(blocks, ({ page }) => page);

test("pages are found", () => expect(pages.size).toBeGreaterThan(60));

describe("what the lists say", () => {
  test.each(elsewhere)("$test names $page", ({ test: path, ...selection }) => {
    const named = blocks.filter((block) => isSelected(selection, block)).map(({ page }) => page);
    expect(named.length).toBeGreaterThan(0);
    const source = readFileSync(join(root, path), "utf8");
    const isNamed = named.some(
      (page) => /README|functions\//u.test(page) || `${path}${source}`.includes(nameOf(page)),
    );
    expect(isNamed, `${path} reads none of ${named}`).toBe(true);
  });

  test.each(notRun)("a block that is not run: $page $begins", (selection) => {
    expect(blocks.filter((block) => isSelected(selection, block))).not.toEqual([]);
  });
});

test.each([...pages].filter(([, ofPage]) => ofPage.some(isOurs)))("%s", async (page, ofPage) => {
  const ours = ofPage.filter(isOurs);
  const groups = separate.test(page) ? ours.map((block) => [block]) : [ours];
  const printed = new Map<Block, string>();
  for (const group of groups) {
    const shell = openShell({ folder: copyOf(shop.folder), variables: { KEY: PAGES_KEY }, instead: INSTEAD });
    try {
      for (const [pattern, command] of servers)
        if (pattern.test(page) && group.some(asksServer)) await shell.run(command);
      for (const block of group) await carryOut(block, shell, printed);
    } finally {
      await shell.close();
    }
  }
});

/** What pages write in place of what only a run knows, and what takes less time. */
const INSTEAD: NonNullable<PageShellOptions["instead"]> = [
  [/6f9a3c1e-…/gu, () => shop.call],
  [/(?<=\bevents \w+ app\.yaml )ID\b/gu, () => shop.event],
  [/2026-03-14T15:09:26Z/gu, () => new Date().toISOString()],
  [/--generate$/gmu, "--generate 3"],
];

function asksServer({ language, text }: Block): boolean {
  return language === "ts" || text.includes("curl ");
}

function isOurs(block: Block): boolean {
  return ![...elsewhere, ...notRun].some((selection) => isSelected(selection, block));
}

async function carryOut(block: Block, shell: PageShell, printed: Map<Block, string>): Promise<void> {
  const place = `${block.page}:${block.line}`;
  try {
    switch (block.language) {
      case "ts":
      case "js": {
        const { TABLEWRIGHT_URL: address = LOCAL } = shell.variables();
        const ran = await withVariables(shell.variables(), () =>
          programs.run(wholeProgram(block).replaceAll(LOCAL, address)),
        );
        for (const [given, said] of ran.values) expect(given).toBe(said);
        printed.set(block, ran.printed);
        return;
      }
      case "sh": {
        if (block.text.includes("curl") && !hasCurl) return;
        const { code, out, err } = await shell.run(block.text);
        expect(code, err).toBeLessThanOrEqual(FINDS.test(block.text) ? 1 : 0);
        expect(out).not.toMatch(/"status": ?[45]\d\d/u);
        printed.set(block, out + err);
        return;
      }
      case "yaml":
        await loadYaml(block.text, shell);
        return;
      default: {
        const shown = block.before === undefined ? undefined : printed.get(block.before);
        if (shown === undefined)
          throw new Error("Nothing that was run prints it: name it in page-lists.ts, with the reason.");
        expect(shown).toMatch(patternOf(block.text, block.before?.language === "ts"));
      }
    }
  } catch (error) {
    throw new Error(`${place}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** Commands whose exit code 1 says that they found something. */
const FINDS = /\b(?:backtest|compare)\b/u;

/** A part of a program, with what the page expects before it. */
function wholeProgram(block: Block): string {
  const before = preludes.find((selection) => isSelected(selection, block));
  const after = endings.find((selection) => isSelected(selection, block));
  if (before !== undefined) return `${before.program}\n{\n${block.text}\n}\n`;
  return `${block.text}\n${after?.program ?? ""}`.replaceAll("port: 8080", "port: 0");
}

/** Loads a definition, or a part of one in that of the folder; a part of a table is written into the file. */
async function loadYaml(block: string, shell: PageShell): Promise<void> {
  const text = block.replaceAll("<64 hex>", "0".repeat(64));
  if (text.startsWith(" ")) {
    const file = readFileSync("app.yaml", "utf8");
    writeFileSync("app.yaml", file.replace("    columns:\n", `    columns:\n${text}`));
    return;
  }
  const part = parse(text);
  if (Array.isArray(part.definitions)) {
    const { err } = await shell.run("npx tablewright serve --config settings.yaml --check");
    expect(err).not.toMatch(/settings\.yaml:\d/u);
    return;
  }
  const whole = parse(readFileSync(join(shop.folder, "app.yaml"), "utf8"));
  const tried = [
    part,
    { tablewright: 1, app: { id: "a", name: "A" }, ...part },
    { ...whole, ...part, app: { ...whole.app, ...part.app }, tables: { ...whole.tables, ...part.tables } },
  ].map((one) => loadDefinition(JSON.stringify(one)));
  if (tried.every(({ output }) => output === undefined)) expect(tried.at(-1)?.diagnostics).toEqual([]);
}

/** A pattern for an output, in which `…` is anything. */
function patternOf(shown: string, isWhole: boolean): RegExp {
  const lines = shown.trimEnd().replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&");
  const pattern = lines.replaceAll("…", "[^]*?");
  return new RegExp(isWhole ? `^${pattern}\\n$` : pattern, "u");
}

/** Resolves to what the work gives while the process has these variables, too. */
async function withVariables<T>(
  variables: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** Where pages expect a server. */
const LOCAL = "http://127.0.0.1:8080";

function nameOf(page: string): string {
  return /([^/]+)\.md$/u.exec(page)?.[1] ?? page;
}
