import type { Setting } from "./define-setting.ts";

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
