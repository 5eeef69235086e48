import type { EventFilter, ListedEvent } from "@tablewright/delivery";
import { Command, InvalidArgumentError, Option } from "commander";
import { functionsOption } from "../options.ts";
import { counted, type Terminal } from "../terminal.ts";
import { type OpenedApplication, withApplication } from "../with-application.ts";
import { type BuildCommand, defineCommand } from "./define-command.ts";

/** The outbox for people: what waits, what was delivered and what has failed. */
export const eventsCommand = defineCommand((terminal, exit) => {
  const command = new Command("events").description("List, send again or give up the events of an outbox.");
  for (const build of [list, show, retry, drop]) command.addCommand(build(terminal, exit));
  return command;
});

const list: BuildCommand = (terminal, exit) =>
  onStore("list", "List events, the newest first.")
    .addOption(
      new Option("--state <state>", "these alone").choices(["waiting", "delivered", "failed", "dropped"]),
    )
    .option("--rule <name>", "only those of one workflow rule")
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

interface ListOptions extends Pick<EventFilter, "state" | "rule" | "limit"> {
  readonly store: string;
  readonly functions?: string;
  readonly json?: true;
}

/** Prints events of an application, a line or two each; answers the exit code. */
function listChosen(
  file: string,
  { store: address, json, functions, ...choice }: ListOptions,
  terminal: Terminal,
): Promise<number> {
  const work = async ({ store, definition }: OpenedApplication) => {
    const { listOutboxEvents } = await import("@tablewright/delivery");
    const events = await listOutboxEvents(store, definition.id, choice);
    if (json) terminal.out(JSON.stringify(events, null, 2));
    else terminal.out([...events.map(describeEvent), `${counted(events.length, "event")}.`].join("\n"));
    return true;
  };
  return withApplication(file, address, "records", terminal, work, functions);
}

/** An event in a line, and in a second one why it was not delivered. */
function describeEvent({ id, state, created, due, rule, table, key, change, error }: ListedEvent): string {
  const row = table === undefined ? "" : `, ${change} of "${key}" in ${table}`;
  const when = due === undefined ? "" : `, due ${due}`;
  const line = `${id}  ${state.padEnd(WIDEST)}  ${created}  ${rule}${row}${when}`;
  const [reason] = error?.split("\n") ?? [];
  return reason === undefined ? line : `${line}\n    ${reason}`;
}

const WIDEST = "delivered".length;

interface ShowOptions {
  readonly store: string;
  readonly functions?: string;
  readonly json?: true;
}

/** Prints all that an operator is shown of one event; answers the exit code. */
function showEvent(
  file: string,
  id: string,
  { store: address, json, functions }: ShowOptions,
  terminal: Terminal,
): Promise<number> {
  const work = async ({ store, definition }: OpenedApplication) => {
    const { listOutboxEvents } = await import("@tablewright/delivery");
    const [event] = await listOutboxEvents(store, definition.id, { id, limit: 1 });
    if (event === undefined) terminal.err(`The application has no event "${id}".`);
    else terminal.out(json ? JSON.stringify(event, null, 2) : inLines(event));
    return event !== undefined;
  };
  return withApplication(file, address, "records", terminal, work, functions);
}

function inLines(event: ListedEvent): string {
  const members = Object.entries(event).filter(([, value]) => value !== undefined);
  return members.map(([name, value]) => `${name}: ${String(value).replaceAll("\n", "\n  ")}`).join("\n");
}

interface ChangeOptions {
  readonly store: string;
  readonly functions?: string;
  readonly failed?: true;
  readonly json?: true;
}

/** Retries or drops events, and prints which; answers the exit code, 1 when one of them stayed as it is. */
async function changeChosen(
  what: "retry" | "drop",
  file: string,
  ids: readonly string[],
  { store: address, failed, json, functions }: ChangeOptions,
  terminal: Terminal,
): Promise<number> {
  if (ids.length > 0 === (failed === true)) {
    terminal.err("Name the ids of events, or all that have failed with --failed.");
    return MISUNDERSTOOD;
  }
  const work = async ({ store, engine, definition }: OpenedApplication) => {
    const { dropOutboxEvents, retryOutboxEvents } = await import("@tablewright/delivery");
    const change = what === "retry" ? retryOutboxEvents : dropOutboxEvents;
    const place = { store, app: definition.id, now: Date.now(), order: engine.eventOrder };
    const result = await change(place, failed ? "failed" : ids);
    if (json) terminal.out(JSON.stringify(result, null, 2));
    else {
      for (const { id, reason } of result.refused) terminal.err(`${id}: ${reason}`);
      terminal.out(`${counted(result.changed.length, "event")} ${DONE[what]}.`);
    }
    return result.refused.length === 0;
  };
  return withApplication(file, address, "changes", terminal, work, functions);
}

const DONE = { retry: "to be sent again", drop: "dropped" };
const MISUNDERSTOOD = 2;
