import { type AppDefinition, hasErrors } from "@tablewright/core";
import type { Rules } from "@tablewright/core/rules";
import { Command } from "commander";
import { functionsOption } from "../options.ts";
import { type ProgramModule, readProgramModule } from "../program-module.ts";
import { type DefinitionFile, readDefinitionFile, tableReader } from "../read-definition.ts";
import { checkStore } from "../serve/check-store.ts";
import { readStores } from "../settings/read-values.ts";
import { counted, printError, type Terminal } from "../terminal.ts";
import { defineCommand } from "./define-command.ts";

/** Reports every error of definition files; exit code 1 when there is an error among them. */
export const checkCommand = defineCommand((terminal, exit) =>
  new Command("check")
    .description("Report every error of a definition, of an application or of rules.")
    .argument("<definition...>", "definition files, YAML or JSON")
    .option("--json", "print the errors as JSON")
    .option("--store <address...>", "also report whether rows can be kept there, and what the database has")
    .addOption(functionsOption())
    .action(async (files: string[], options: CheckOptions) => {
      const module = await readProgramModule(options.functions, terminal);
      if (module === undefined) return exit(1);
      const read = await Promise.all(files.map((file) => readAny(file, module)));
      if (options.json) terminal.out(JSON.stringify(read.map(toJson), undefined, 2));
      else for (const one of read) terminal.out(toText(one));
      const areSound = !read.some(({ diagnostics }) => hasErrors(diagnostics));
      const fit = options.store === undefined || (await checkStores(read, options.store, terminal));
      exit(areSound && fit ? 0 : 1);
    }),
);

interface CheckOptions {
  readonly json?: true;
  readonly store?: readonly string[];
  readonly functions?: string;
}

/** What was read of a file: an application, or rules over plain objects. */
type Read = DefinitionFile & { readonly rules?: Rules | undefined };

async function readAny(file: string, { functions: own }: ProgramModule): Promise<Read> {
  const read = await readDefinitionFile(file, own);
  if (!hasErrors(read.diagnostics)) return read;
  const { isRulesDefinition, loadRules } = await import("@tablewright/core/rules");
  if (!isRulesDefinition(read.text)) return read;
  const { functions: whole } = await import("@tablewright/core/expression");
  const { functions: patterns } = await import("@tablewright/core/regex");
  const functions = [...whole, ...patterns];
  const { output, diagnostics } = loadRules(read.text, {
    file,
    functions: [...functions, ...own],
    readTable: tableReader(file),
  });
  return { ...read, rules: output, diagnostics };
}

/** Reports on the stores of definitions without errors; answers whether all can be used. */
async function checkStores(
  read: readonly DefinitionFile[],
  addresses: readonly string[],
  terminal: Terminal,
): Promise<boolean> {
  const stores = readStores(
    read.map(({ file }) => file),
    addresses,
  );
  if (typeof stores === "string") {
    terminal.err(stores);
    return false;
  }
  let areUsable = true;
  for (const [at, { file, definition, diagnostics }] of read.entries()) {
    if (definition === undefined || hasErrors(diagnostics)) continue;
    for (const { says, isWell } of await checkStore(file, stores[at] ?? "", {
      definition,
      readOnly: false,
    })) {
      (isWell ? terminal.out : terminal.err)(says);
      areUsable &&= isWell;
    }
  }
  return areUsable;
}

function toJson({ file, diagnostics }: DefinitionFile): object {
  return { file, ok: !hasErrors(diagnostics), diagnostics };
}

function toText({ file, text, definition, rules, diagnostics }: Read): string {
  const printed = diagnostics.map((diagnostic) => printError(file, text, diagnostic));
  return [...printed, `${file}: ${summaryOf(definition, rules, diagnostics)}`].join("\n");
}

function summaryOf(
  definition: AppDefinition | undefined,
  rules: Rules | undefined,
  diagnostics: DefinitionFile["diagnostics"],
): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const warnings = diagnostics.length - errors;
  const counts = [
    errors === 0 ? "no errors" : counted(errors, "error"),
    ...(warnings === 0 ? [] : [counted(warnings, "warning")]),
  ].join(", ");
  if (rules !== undefined)
    return `${counts}; ${counted(rules.names.facts.length, "fact")}, ${counted(rules.names.decisions.length, "decision")}`;
  if (definition === undefined || errors > 0) return counts;
  const tables = [...definition.tables.values()];
  const columns = tables.reduce((sum, table) => sum + table.columns.length, 0);
  return `${counts}; ${counted(tables.length, "table")}, ${counted(columns, "column")}`;
}
