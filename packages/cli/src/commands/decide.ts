import { Command } from "commander";
import type { DecideArguments } from "../decide/decide-on-facts.ts";
import { functionsOption, readNow, readTimeZone } from "../options.ts";
import { defineCommand } from "./define-command.ts";

/** Decides on facts by rules over plain objects; exit code 1 where the rules or some of the facts are wrong. */
export const decideCommand = defineCommand((terminal, exit) =>
  new Command("decide")
    .description("Decide on facts by decision tables and rules.")
    .argument("<rules>", "a definition of rules, YAML or JSON")
    .argument("<facts>", "a file of facts, .json or .jsonl, or facts such as '{\"total\": 120}'")
    .option("--outputs <names>", "compute only these, such as Discount,Delivery")
    .option(
      "--explain",
      "tell for each decision which rows were tried, and which part of a condition was not TRUE",
    )
    .addOption(functionsOption())
    .option("--now <time>", "what the clock shows, such as 2026-03-01T09:30:00", readNow)
    .option("--timezone <zone>", "such as Europe/Berlin; default UTC", readTimeZone)
    .action(async (rules: string, facts: string, options: DecideArguments) => {
      const { decideFile: decideOnFacts } = await import("../decide/decide-on-facts.ts");
      exit((await decideOnFacts(rules, facts, options, terminal)) ? 0 : 1);
    }),
);
