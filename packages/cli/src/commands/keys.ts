import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type AccessKey, hasErrors, keyState, loadDefinition, type Path, suggest } from "@tablewright/core";
import { type DefinitionSource, editSource, isJsonText, readYaml } from "@tablewright/core/definition";
import { Command, Option } from "commander";
import { Document, isCollection } from "yaml";
import { makeAccessKey } from "../access-keys.ts";
import { readSoundDefinition, tableReader } from "../read-definition.ts";
import { reasonUnwritten } from "../read-text.ts";
import { replaceFile } from "../replace-file.ts";
import { printError, type Terminal } from "../terminal.ts";
import { type BuildCommand, defineCommand } from "./define-command.ts";

/** The access keys of a definition, of which the file holds no more than their SHA-256. */
export const keysCommand = defineCommand((terminal, exit) => {
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

interface NewKeyOptions {
  readonly tables?: readonly string[];
  readonly actions?: readonly string[];
  readonly expires?: string;
  readonly as?: string;
  readonly runAs?: string;
}

/** Adds an access key to a definition, and prints it: the file has only its SHA-256. Returns the exit code. */
async function newKey(
  file: string,
  name: string,
  { runAs, ...options }: NewKeyOptions,
  terminal: Terminal,
): Promise<number> {
  const { expires = "" } = options;
  if (Date.parse(expires) <= Date.now()) {
    terminal.err(`--expires is "${expires}", which has come already; a day that is yet to come is expected.`);
    return 1;
  }
  const definition = await readSoundDefinition(file, terminal);
  if (definition === undefined) return 1;
  if (definition.api.accessKeys.some((one) => one.name === name)) {
    terminal.err(`There is an access key "${name}" already: give this one another name.`);
    return 1;
  }
  const key = makeAccessKey("V2");
  const sha256 = createHash("sha256").update(key).digest("hex");
  const identity =
    runAs === undefined ? {} : { runAs: runAs === "true" || (runAs === "false" ? false : runAs) };
  const member = { name, sha256, ...options, ...identity };
  const isWritten = await changeDefinition(
    file,
    (source) => {
      const keys = source.part(ACCESS_KEYS);
      if (keys !== undefined) return { path: [...ACCESS_KEYS, keys.members.size], value: member };
      const api = ACCESS_KEYS.slice(0, -1);
      return source.has(api)
        ? { path: ACCESS_KEYS, value: [member] }
        : { path: api, value: { accessKeys: [member] } };
    },
    terminal,
  );
  if (!isWritten) return 1;
  terminal.out(key);
  terminal.err(
    `The access key "${name}" is above, and nowhere else: "${file}" has its SHA-256. A server that watches the file takes it within a second.`,
  );
  return 0;
}

/** Switches an access key off, or removes it. Answers the exit code. */
async function revokeKey(
  file: string,
  name: string,
  { remove }: { readonly remove?: true },
  terminal: Terminal,
): Promise<number> {
  const definition = await readSoundDefinition(file, terminal);
  if (definition === undefined) return 1;
  const names = definition.api.accessKeys.map((key) => key.name);
  const at = names.indexOf(name);
  if (at === -1) {
    const near = suggest(name, names);
    const all = names.map((one) => `"${one}"`).join(", ");
    const hint = near === undefined ? `The definition has ${all || "none"}.` : `Did you mean "${near}"?`;
    terminal.err(`There is no access key "${name}". ${hint}`);
    return 1;
  }
  const path = [...ACCESS_KEYS, at];
  const change = remove ? { path } : { path: [...path, "disabled"], value: true };
  const isWritten = await changeDefinition(file, () => change, terminal);
  if (isWritten) terminal.out(`The access key "${name}" is ${remove ? "removed" : "disabled"}.`);
  return isWritten ? 0 : 1;
}

const ACCESS_KEYS: Path = ["app", "api", "accessKeys"];

/** What is at a path afterwards; without a value nothing is. */
interface PathChange {
  readonly path: Path;
  readonly value?: unknown;
}

/**
 * Changes a part of a definition file in one step, and nothing else of its text: a reader has the old text or the new. Nothing is
 * written unless the definition, which was sound, is so afterwards. Answers whether it was; what is wrong has been reported.
 */
async function changeDefinition(
  file: string,
  changeOf: (source: DefinitionSource) => PathChange,
  terminal: Terminal,
): Promise<boolean> {
  const before = await readFile(file, "utf8");
  const source = readYaml(before).output as DefinitionSource;
  const { path, value } = changeOf(source);
  const form = isJsonText(before) ? JSON.stringify : flowText;
  const edit = { path, text: value === undefined ? null : form(value), isExpression: false };
  const { output: after, diagnostics } = editSource(source, edit);
  const text = after?.text ?? before;
  const loaded = after && loadDefinition(text, { file, readTable: tableReader(file) });
  const errors = (loaded?.diagnostics ?? diagnostics).filter((one) => hasErrors([one]));
  for (const error of errors) terminal.err(printError(file, text, error));
  if (errors.length > 0) {
    terminal.err(`"${file}" is left as it is.`);
    return false;
  }
  try {
    await replaceFile(file, text);
  } catch (error) {
    terminal.err(`"${file}" is not written: ${reasonUnwritten(error)}.`);
    return false;
  }
  return true;
}

/** In YAML, in one line. */
function flowText(value: unknown): string {
  const document = new Document(value);
  if (isCollection(document.contents)) document.contents.flow = true;
  return document.toString({ lineWidth: 0 }).trim();
}

/** Prints what each access key of a definition may do, and neither a key nor its SHA-256. Answers the exit code. */
async function listKeys(
  file: string,
  { json }: { readonly json?: true },
  terminal: Terminal,
): Promise<number> {
  const definition = await readSoundDefinition(file, terminal);
  if (definition === undefined) return 1;
  const keys = definition.api.accessKeys.map((key) => toListed(key, Date.now()));
  if (json) terminal.out(JSON.stringify(keys, undefined, 2));
  else if (keys.length === 0) terminal.out("The definition has no access key.");
  else for (const key of keys) terminal.out(describe(key));
  return 0;
}

interface ListedKey extends Omit<AccessKey, "key" | "sha256"> {
  readonly state: ReturnType<typeof keyState>;
  /** Whether the file has the key itself. */
  readonly isPlain: boolean;
}

function toListed(whole: AccessKey, now: number): ListedKey {
  const { key, sha256: _, ...rest } = whole;
  return { ...rest, state: keyState(whole, now), isPlain: key !== undefined };
}

function describe({ name, state, expires, tables, actions, as, runAs, isPlain }: ListedKey): string {
  const words = [
    state,
    ...(expires === undefined ? [] : [`expires ${expires}`]),
    `tables: ${tables?.join(", ") ?? "all"}`,
    `actions: ${actions?.join(", ") ?? "all"}`,
    ...(as === undefined ? [] : [`as ${as}`]),
    `runAs: ${runAs}`,
    ...(isPlain ? ["in the file as plain text"] : []),
  ];
  return `${name}  ${words.join("  ")}`;
}
