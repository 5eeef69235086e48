import type { Command } from "commander";
import type { Terminal } from "../terminal.ts";

/** Builds one command of the program; its action calls `exit` with the exit code and never ends the process. */
export type BuildCommand = (terminal: Terminal, exit: (code: number) => void) => Command;

export function defineCommand(build: BuildCommand): BuildCommand {
  return build;
}
