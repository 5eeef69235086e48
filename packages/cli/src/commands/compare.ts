import { Command, InvalidArgumentError } from "commander";
import type { CompareOptions } from "../compare/compare-files.ts";
import { readNow, readTimeZone } from "../read-moment.ts";
import { defineCommand } from "./define-command.ts";

/** Compares what two definitions of rules decide; exit code 0 for the same, 1 for other decisions, 2 for what cannot be read. */
export const compare = defineCommand((terminal, exit) =>
  new Command("compare")
    .description("Tell on which facts two definitions of rules decide otherwise, and why.")
    .argument("<old>", "a definition of rules, YAML or JSON")
    .argument("<new>", "another one, such as a changed copy")
    .requiredOption("--facts <file>", "facts to decide on, .json or .jsonl")
    .option("--outputs <names>", "compare only these, such as Discount,Delivery")
    .option("--now <time>", "what the clock shows, such as 2026-03-01T09:30:00", readNow)
    .option("--timezone <zone>", "such as Europe/Berlin; default UTC", readTimeZone)
    .option("--limit <number>", "how many differences are shown", readCount, 20)
    .option("--json", "print the differences as JSON")
    .action(async (old: string, other: string, options: CompareOptions) => {
      const { compareFiles } = await import("../compare/compare-files.ts");
      exit(await compareFiles(old, other, options, terminal));
    }),
);

function readCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It is not a whole number from 0 to 999999999.");
}
