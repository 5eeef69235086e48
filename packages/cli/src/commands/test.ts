import { Command, InvalidArgumentError, Option } from "commander";
import { functionsOption } from "../options.ts";
import type { TestOptions } from "../test/read-tests.ts";
import { defineCommand } from "./define-command.ts";

/** Runs the tests of a definition; exit code 1 when one fails or too little of the definition is covered. */
export const testCommand = defineCommand((terminal, exit) =>
  new Command("test")
    .description("Run the tests of a definition, of an application or of rules.")
    .argument("<definition>", "a definition file, YAML or JSON")
    .argument("[tests...]", "files of tests; by default those beside it that end in .test.yaml")
    .option("--filter <text>", "run only tests whose names contain this")
    .option("--store <address>", "begin every test with a copy of these rows, such as sqlite:rows.sqlite")
    .option("--coverage [percent]", "tell what no test has shown, and fail below a part of it", readPercent)
    .option(
      "--generate [runs]",
      'make random calls too and check what must hold of any definition; of rules, and of "decisions" of an application: print tests that show every row',
      readRuns,
    )
    .option("--facts <file>", "of rules, with --generate: print tests of these facts, .json or .jsonl")
    .option("--seed <number>", "make the same random calls again", readCount)
    .addOption(functionsOption())
    .addOption(
      new Option("--original <definition>", "the definition that the first one may replace").hideHelp(),
    )
    .addOption(
      new Option("--reporter <form>", "what is printed").choices(["list", "json", "junit"]).default("list"),
    )
    .action(async (file: string, tests: string[], options: TestOptions) => {
      const { testDefinition } = await import("../test/test-definition.ts");
      exit((await testDefinition(file, tests, options, terminal)) ? 0 : 1);
    }),
);

function readRuns(text: string): number | "decisions" {
  if (text === "decisions" || /^\d{1,9}$/.test(text)) return text === "decisions" ? text : Number(text);
  throw new InvalidArgumentError('It is not a whole number from 0 to 999999999, nor "decisions".');
}

function readCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It is not a whole number from 0 to 999999999.");
}

function readPercent(text: string): number {
  const percent = Number(text);
  if (/^\d+$/.test(text) && percent <= 100) return percent;
  throw new InvalidArgumentError("It is not a whole number from 0 to 100.");
}
