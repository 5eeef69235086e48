import { Command, InvalidArgumentError, Option } from "commander";
import {
  type ChangeOptions,
  changeChosen,
  type ListOptions,
  listChosen,
  type ShowOptions,
  showEvent,
} from "../events/operate-events.ts";
import { functionsOption } from "../functions-option.ts";
import { type BuildCommand, defineCommand } from "./define-command.ts";

/** The outbox for people: what waits, what was delivered and what has failed. */
export const events = defineCommand((terminal, exit) => {
  const command = new Command("events").description("List, send again or give up the events of an outbox.");
  for (const build of [list, show, retry, drop]) command.addCommand(build(terminal, exit));
  return command;
});

const list: BuildCommand = (terminal, exit) =>
  onStore("list", "List events, the newest first.")
    .addOption(
      new Option("--state <state>", "these alone").choices(["waiting", "delivered", "failed", "dropped"]),
    )
    .option("--rule <name>", "those of one workflow rule alone")
    .option("--limit <number>", "at most so many", readLimit, 50)
    .action(async (file: string, options: ListOptions) => exit(await listChosen(file, options, terminal)));

const show: BuildCommand = (terminal, exit) =>
  onStore("show", "Show one event and how its last attempt ended.")
    .argument("<id>", "the id of an event")
    .action(async (file: string, id: string, options: ShowOptions) =>
      exit(await showEvent(file, id, options, terminal)),
    );

const retry: BuildCommand = (terminal, exit) =>
  changing("retry", "Send events again, from now on for another 24 hours.").action(
    async (file: string, ids: string[], options: ChangeOptions) =>
      exit(await changeChosen("retry", file, ids, options, terminal)),
  );

const drop: BuildCommand = (terminal, exit) =>
  changing("drop", "Give events up, so that they are not sent.").action(
    async (file: string, ids: string[], options: ChangeOptions) =>
      exit(await changeChosen("drop", file, ids, options, terminal)),
  );

function onStore(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .argument("<definition>", "a definition file, YAML or JSON")
    .requiredOption("--store <address>", "where the rows live, such as sqlite:rows.sqlite")
    .addOption(functionsOption())
    .option("--json", "print JSON");
}

function changing(name: string, description: string): Command {
  return onStore(name, description)
    .argument("[id...]", "the ids of events")
    .option("--failed", "all that have failed and were not dropped");
}

function readLimit(text: string): number {
  if (/^[1-9]\d{0,8}$/u.test(text)) return Number(text);
  throw new InvalidArgumentError("It is not a whole number above 0.");
}
