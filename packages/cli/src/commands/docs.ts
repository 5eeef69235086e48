import { writeFile } from "node:fs/promises";
import { Command } from "commander";
import { functionsOption } from "../options.ts";
import { readProgramModule } from "../program-module.ts";
import { readSoundDefinition } from "../read-definition.ts";
import { readTextFile, reasonUnwritten } from "../read-text.ts";
import type { Terminal } from "../terminal.ts";
import { defineCommand } from "./define-command.ts";

/** Writes a page about a definition, for people who do not read YAML. */
export const docsCommand = defineCommand((terminal, exit) =>
  new Command("docs")
    .description("Document a definition, of an application or of rules, as a page in Markdown.")
    .argument("<definition>", "a definition file, YAML or JSON")
    .option("--out <file>", "where to write it, such as docs/shop.md")
    .addOption(functionsOption())
    .action(async (file: string, { out, functions }: { out?: string; functions?: string }) => {
      const text = await pageAbout(file, functions, terminal);
      if (text === undefined) return exit(1);
      if (out === undefined) {
        terminal.out(text.trimEnd());
        return exit(0);
      }
      const reason = await writeFile(out, text).catch(reasonUnwritten);
      if (reason !== undefined) terminal.err(`The file "${out}" cannot be written: ${reason}.`);
      exit(reason === undefined ? 0 : 1);
    }),
);

/** Undefined where the definition has errors, which have been reported. */
async function pageAbout(
  file: string,
  moduleFile: string | undefined,
  terminal: Terminal,
): Promise<string | undefined> {
  const { text } = await readTextFile(file, "definition");
  const { isRulesDefinition } = await import("@tablewright/core/rules");
  const { documentApp, documentRules } = await import("../docs/write-page.ts");
  if (isRulesDefinition(text)) {
    const { readRules } = await import("../decide/decide-on-facts.ts");
    const read = await readRules(file, terminal, moduleFile);
    return read && documentRules(read.rules);
  }
  const module = await readProgramModule(moduleFile, terminal);
  const definition = module && (await readSoundDefinition(file, terminal, { functions: module.functions }));
  return definition && documentApp(definition);
}
