import { Command } from "commander";
import { initFolder } from "../init/init-folder.ts";
import { defineCommand } from "./define-command.ts";

/** Makes a folder with a small application to begin with. */
export const init = defineCommand((terminal, exit) =>
  new Command("init")
    .description("Make a folder with a new application: definition, example rows, types, a program.")
    .argument("[folder]", "the folder, which is made where it is not there", ".")
    .action(async (folder: string) => {
      exit((await initFolder(folder, terminal)) ? 0 : 1);
    }),
);
