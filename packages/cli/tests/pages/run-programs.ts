import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { format, inspect } from "node:util";
import { root } from "./page-blocks.ts";

/** Whose dependencies the programs find: those of each of these packages, and the package itself. */
const OWNERS = ["cli", "editor", "language-server", "store-contract", "examples", "delivery"].map(
  (name) => pathToFileURL(join(root, "packages", name, "package.json")).href,
);

/** What a program printed, and the values of lines that end with a comment. */
export interface Ran {
  readonly printed: string;
  /** Pairs of what a line gives and what the comment after it says. */
  readonly values: readonly (readonly [given: string, said: string])[];
}

/**
 * Runs programs one after the other in this process, as modules in a folder of their own: what they print is caught. Lines such as
 * `area(2, 3); // 6` and `console.log(area(2, 3)); // 6` are run as an expression whose value is the other one.
 */
export function openProgramRunner(): { run(source: string): Promise<Ran>; close(): void } {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-programs-"));
  const base = pathToFileURL(folder).href;
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (!context.parentURL?.startsWith(base) || /^(?:\.|node:|file:|data:)/u.test(specifier))
        return next(specifier, context);
      for (const parentURL of OWNERS) {
        try {
          return next(specifier, { ...context, parentURL });
        } catch {
          // The next package may have it.
        }
      }
      return next(specifier, context);
    },
  });
  let count = 0;
  return {
    async run(source) {
      const values: (readonly [string, string])[] = [];
      const asShown = (value: unknown) =>
        inspect(value, { depth: null, compact: true, breakLength: Infinity });
      const noted = globalThis as { shown?: (given: unknown, said: unknown) => void };
      noted.shown = (given, said) => values.push([asShown(given), asShown(said)]);
      const file = join(folder, `${++count}.ts`);
      writeFileSync(file, source.replaceAll(VALUE, "shown($1$2, $3);"));
      try {
        return { printed: await printedBy(() => import(pathToFileURL(file).href)), values };
      } finally {
        delete noted.shown;
      }
    },
    close() {
      hooks.deregister();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An expression at the beginning of a line, or what the line prints, and its value in a comment. */
const VALUE = /^(?:console\.log\((.*)\)|((?:await )?[a-zA-Z]+[.(].*)); +\/\/ ([[{\d"'a-z][^|\n]*)$/gmu;

async function printedBy(work: () => Promise<unknown>): Promise<string> {
  const { log, dir } = console;
  let printed = "";
  console.log = (...parts: unknown[]) => {
    printed += `${format(...parts)}\n`;
  };
  console.dir = (value: unknown, options) => {
    printed += `${inspect(value, options)}\n`;
  };
  try {
    await work();
    return printed;
  } finally {
    Object.assign(console, { log, dir });
  }
}
