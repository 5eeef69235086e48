import { Command, CommanderError } from "commander";
import { commands } from "./commands/index.ts";
import { packageVersion } from "./platform.ts";
import type { Terminal } from "./terminal.ts";

/** Runs one command line and answers its exit code: 0 done, 1 failed, 2 not a command line we understand. */
export async function run(input: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode = 0;
  const program = new Command("tablewright")
    .description("Serves, checks and explores an application definition.")
    .version(packageVersion(), "-V, --version", "print the version")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
    })
    .showSuggestionAfterError();
  for (const build of commands) {
    const command = build(terminal, (code) => {
      exitCode = code;
    });
    program.addCommand(command.copyInheritedSettings(program));
    for (const part of command.commands) showUsageAfterError(part.copyInheritedSettings(command));
    showUsageAfterError(command);
  }
  showUsageAfterError(program);
  try {
    await program.parseAsync(input, { from: "user" });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : MISUNDERSTOOD;
  }
}

const MISUNDERSTOOD = 2;

/** What is wrong with a command line is followed by the form of the command and by the way to its help. */
function showUsageAfterError(command: Command): void {
  const usage = command.createHelp().commandUsage(command);
  const words = usage.slice(0, usage.search(/ [[<]/u));
  command.showHelpAfterError(`Usage: ${usage}\nHelp: ${words} --help`);
}
