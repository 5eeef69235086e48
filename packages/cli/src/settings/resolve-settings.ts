import { readFile } from "node:fs/promises";
import { suggest } from "@tablewright/core";
import { type Command, Option } from "commander";
import { isMap, isScalar, LineCounter, type Node, parseDocument } from "yaml";
import { reasonUnread } from "../read-text.ts";
import type { Environment } from "../terminal.ts";
import {
  flagOf,
  oppositeOf,
  PREFIX,
  type ServingCommand,
  type Setting,
  showGiven,
  variableOf,
  variablesOf,
} from "./define-setting.ts";
import { type SettingValues, settings } from "./settings.ts";

/** What the flags of a command say, by the names that commander gives them. */
export type GivenFlags = Readonly<Record<string, unknown>> & { readonly config?: string };

interface ResolvedSettings {
  /** Undefined when something is wrong. */
  readonly values: SettingValues | undefined;
  /** What is wrong, a sentence each. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** The settings of a command: a flag goes before the environment, that before the file, and that before the default. */
export async function resolveSettings(
  command: ServingCommand,
  flags: GivenFlags,
  environment: Environment,
): Promise<ResolvedSettings> {
  const file = flags.config ?? (isBlank(environment[CONFIG]) ? undefined : environment[CONFIG]);
  const written = file === undefined ? NOTHING : await readSettingsFile(file);
  const errors = [...written.errors];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries<Setting>(settings)) {
    if (!setting.commands.includes(command)) continue;
    const input = givenBy(name, setting, flags, environment);
    if (input === undefined) {
      values[name] = written.values.has(name) ? written.values.get(name) : setting.otherwise;
      continue;
    }
    values[name] = setting.form.read(input.value);
    if (values[name] === undefined)
      errors.push(
        `${input.source} is ${showGiven(setting.form, input.value)}, and ${setting.form.expected} is expected.`,
      );
  }
  return {
    values: errors.length > 0 ? undefined : (values as SettingValues),
    errors,
    warnings: misspelled(environment),
  };
}

const CONFIG = variableOf("config");

const NOTHING: WrittenSettings = { values: new Map(), errors: [] };

function givenBy(
  name: string,
  setting: Setting,
  flags: GivenFlags,
  environment: Environment,
): { readonly value: unknown; readonly source: string } | undefined {
  const { flag } = setting;
  const value = flag === undefined ? undefined : flags[attributeOf(flag)];
  if (flag !== undefined && value !== undefined) return { value, source: flagOf(flag) };
  const variable = variablesOf(name, setting).find((one) => !isBlank(environment[one]));
  if (variable === undefined) return undefined;
  return { value: environment[variable], source: `${variable} in the environment` };
}

function isBlank(text: string | undefined): boolean {
  return (text ?? "").trim() === "";
}

/** As commander names it: `dataLocale` of `--data-locale <tag>`. */
function attributeOf(flag: string): string {
  return flagOf(flag)
    .slice(2)
    .replace(/-(\w)/gu, (_, letter: string) => letter.toUpperCase());
}

/** Variables that are no settings and look like one. Others may be secrets of webhooks, so nothing is said about them. */
function misspelled(environment: Environment): readonly string[] {
  const variables = ["config", ...Object.keys(settings)].map((name) => variableOf(name).slice(PREFIX.length));
  const unknown = Object.keys(environment).filter(
    (name) => name.startsWith(PREFIX) && !variables.includes(name.slice(PREFIX.length)),
  );
  return unknown.flatMap((name) => {
    const near = suggest(name.slice(PREFIX.length), variables);
    if (near === undefined) return [];
    return [`${name} in the environment is no setting and is ignored. Did you mean ${PREFIX}${near}?`];
  });
}

/** What a settings file says. */
interface WrittenSettings {
  /** By the names of settings. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Sentences, each with the place in the file that it is about. */
  readonly errors: readonly string[];
}

/** Reads a YAML file whose members are settings; every member is checked, whichever command reads it. */
async function readSettingsFile(file: string): Promise<WrittenSettings> {
  let source: string;
  try {
    source = await readFile(file, "utf8");
  } catch (error) {
    return wrong([`The settings file "${file}" cannot be read: ${reasonUnread(error)}.`]);
  }
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}: error:`;
  };
  if (document.errors.length > 0)
    return wrong(document.errors.map(({ message, pos }) => `${at(pos[0])} ${message}.`));
  const { contents } = document;
  if (contents === null) return wrong([]);
  if (!isMap(contents))
    return wrong([`${at(offsetOf(contents))} Members such as "port: 8080" are expected.`]);

  const values = new Map<string, unknown>();
  const errors: string[] = [];
  for (const { key, value } of contents.items) {
    const name = String(isScalar(key) ? key.value : key);
    const setting = Object.hasOwn(settings, name) ? (settings as Record<string, Setting>)[name] : undefined;
    if (setting === undefined) {
      errors.push(`${at(offsetOf(key))} There is no setting "${name}".${hintFor(name)}`);
      continue;
    }
    const input = document.createNode(value).toJS(document);
    const read = setting.form.read(input);
    if (read !== undefined) values.set(name, read);
    else {
      const place = at(offsetOf(value ?? key));
      errors.push(
        `${place} "${name}" is ${showGiven(setting.form, input)}, and ${setting.form.expected} is expected.`,
      );
    }
  }
  return { values, errors };
}

function wrong(errors: readonly string[]): WrittenSettings {
  return { values: new Map(), errors };
}

function offsetOf(node: unknown): number {
  return (node as Node | null)?.range?.[0] ?? 0;
}

function hintFor(name: string): string {
  const names = Object.keys(settings);
  const near = suggest(name, names);
  return near === undefined ? ` There are ${names.join(", ")}.` : ` Did you mean "${near}"?`;
}

/** Gives a command the flags of its settings. What is given for them is read by `resolveSettings`, with the environment and a file. */
export function addSettings(command: Command, name: ServingCommand): Command {
  for (const setting of Object.values<Setting>(settings)) {
    if (setting.flag === undefined || !setting.commands.includes(name)) continue;
    for (const option of optionsOf(setting.flag, setting)) command.addOption(option);
  }
  return command.option(
    "--config <file>",
    "a YAML file of settings; flags and the environment go before it (docs/settings.md)",
  );
}

/** A switch has two, so that the command line can also undo what the environment says; the one that changes nothing is not shown. */
function optionsOf(flag: string, { form, says, otherwise, otherwiseSays }: Setting): readonly Option[] {
  if (form.flags === "switch") {
    const on = new Option(flag, says).hideHelp(otherwise === true);
    const off = new Option(oppositeOf(flag), `do not ${says}`).hideHelp(otherwise !== true);
    return [on, off];
  }
  const words = otherwiseSays ?? (otherwise === undefined ? undefined : String(otherwise));
  const option = new Option(flag, words === undefined ? says : `${says} (default: ${words})`);
  if (form.flags === "list")
    option.argParser((item: string, items: readonly string[] = []) => [...items, item]);
  return [option];
}
