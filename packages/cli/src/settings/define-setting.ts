import type { SettingForm } from "./setting-form.ts";

/** What is said of a setting where it is declared. */
interface Declaration<T> {
  /** How the command line names it, such as `--port <number>`. Without one it is an argument of the command. */
  readonly flag: string | undefined;
  /** One line about it, for the help text and the docs. */
  readonly says: string;
  readonly form: SettingForm<T>;
  readonly commands: readonly ServingCommand[];
  /** The default in words, where its value is not clear by itself. */
  readonly otherwiseSays?: string;
  /** A variable of the environment besides that of its name, which goes before. */
  readonly variable?: string;
}

/** Something that operators choose for the commands that run until they are stopped. `otherwise` is its default. */
export interface Setting<T = unknown> extends Declaration<NonNullable<T>> {
  readonly otherwise: T;
}

export type ServingCommand = "serve" | "deliver";

/** A setting; one without a default is undefined when nothing gives it. */
export function defineSetting<T>(
  declaration: Declaration<T> & { readonly otherwise: NoInfer<T> },
): Setting<T>;
export function defineSetting<T>(declaration: Declaration<T>): Setting<T | undefined>;
export function defineSetting(
  declaration: Declaration<NonNullable<unknown>> & { readonly otherwise?: unknown },
): Setting {
  return { otherwise: undefined, ...declaration };
}

/** The variables of the environment that give a setting, the one that goes before first. */
export function variablesOf(name: string, { variable }: Pick<Setting, "variable">): readonly string[] {
  return [variableOf(name), ...(variable === undefined ? [] : [variable])];
}

/** `TABLEWRIGHT_DATA_LOCALE` of `dataLocale`. */
export function variableOf(name: string): string {
  return `${PREFIX}${name.replace(/[A-Z]/gu, (letter) => `_${letter}`).toUpperCase()}`;
}

export const PREFIX = "TABLEWRIGHT_";

/** `--port` of `--port <number>`. */
export function flagOf(flag: string): string {
  return flag.split(" ")[0] ?? flag;
}

/** `--no-deliver` of `--deliver`. */
export function oppositeOf(flag: string): string {
  return flag.replace(/^--/u, "--no-");
}
