import { suggest } from "@tablewright/core";
import type { Environment } from "../terminal.ts";
import type { ServingCommand, Setting } from "./define-setting.ts";
import { readSettingsFile, type WrittenSettings } from "./read-settings-file.ts";
import { showGiven } from "./setting-form.ts";
import { flagOf, PREFIX, variableOf, variablesOf } from "./setting-names.ts";
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
