import { writeFile } from "node:fs/promises";
import { Command } from "commander";
import { readSoundDefinition } from "../read-definition.ts";
import { reasonUnwritten } from "../read-text.ts";
import { defineCommand } from "./define-command.ts";

/** Writes TypeScript types of an application, for `@tablewright/client` or any program on the wire `typed`. */
export const typesCommand = defineCommand((terminal, exit) =>
  new Command("types")
    .description("Write TypeScript types of every table, slice and action, on the output or into a file.")
    .argument("<definition>", "a definition file, YAML or JSON")
    .option("--out <file>", "where to write them, such as src/shop.ts")
    .action(async (file: string, { out }: { out?: string }) => {
      const definition = await readSoundDefinition(file, terminal);
      if (definition === undefined) return exit(1);
      const { writeTypes } = await import("../types/write-types.ts");
      const text = writeTypes(definition);
      if (out === undefined) {
        terminal.out(text.trimEnd());
        return exit(0);
      }
      const reason = await writeFile(out, text).catch(reasonUnwritten);
      if (reason !== undefined) terminal.err(`The file "${out}" cannot be written: ${reason}.`);
      exit(reason === undefined ? 0 : 1);
    }),
);
