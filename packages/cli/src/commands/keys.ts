import { Command, Option } from "commander";
import { listKeys } from "../keys/list-keys.ts";
import { type NewKeyOptions, newKey, revokeKey } from "../keys/new-key.ts";
import { type BuildCommand, defineCommand } from "./define-command.ts";

/** The access keys of a definition, of which the file holds no more than their SHA-256. */
export const keys = defineCommand((terminal, exit) => {
  const command = new Command("keys").description("Make, list or revoke the access keys of a definition.");
  for (const build of [make, list, revoke]) command.addCommand(build(terminal, exit));
  return command;
});

const make: BuildCommand = (terminal, exit) =>
  onDefinition("new", "Make an access key and print it; the file gets its SHA-256.")
    .argument("<name>", "what people call the key")
    .option("--tables <names...>", "the tables and slices it may reach; all without it")
    .option("--actions <names...>", "the actions it may call; all without it")
    .option("--expires <date>", "the day on which it stops working, as that begins in UTC: 2030-01-01")
    .option("--as <email>", "whom its calls are made for; the owner without it")
    .addOption(
      new Option("--run-as <rule>", "whether its calls may say for whom they are made").choices([
        "true",
        "false",
        "owner",
        "caller",
      ]),
    )
    .action(async (file: string, name: string, options: NewKeyOptions) =>
      exit(await newKey(file, name, options, terminal)),
    );

const list: BuildCommand = (terminal, exit) =>
  onDefinition("list", "List the access keys, and what each may do.")
    .option("--json", "print JSON")
    .action(async (file: string, options: { json?: true }) => exit(await listKeys(file, options, terminal)));

const revoke: BuildCommand = (terminal, exit) =>
  onDefinition("revoke", "Switch an access key off.")
    .argument("<name>", "what people call the key")
    .option("--remove", "remove it from the file; its name is then free")
    .action(async (file: string, name: string, options: { remove?: true }) =>
      exit(await revokeKey(file, name, options, terminal)),
    );

function onDefinition(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .argument("<definition>", "a definition file, YAML or JSON");
}
