import { isIP } from "node:net";

/** What is said of a setting where it is declared. */
interface Declaration<T> {
  /** How the command line names it, such as `--port <number>`. Without one it is an argument of the command. */
  readonly flag: string | undefined;
  /** One line about it, for the help text and the docs. */
  readonly says: string;
  readonly form: SettingForm<T>;
  /** Default `serve`. */
  readonly commands?: readonly ServingCommand[];
  /** The default in words, where its value is not clear by itself; of a list `none`. */
  readonly otherwiseSays?: string;
  /** A variable of the environment besides that of its name, which goes before. */
  readonly variable?: string;
}

/** Something that operators choose for the commands that run until they are stopped. `otherwise` is its default. */
export interface Setting<T = unknown> extends Declaration<NonNullable<T>> {
  readonly otherwise: T;
  readonly commands: readonly ServingCommand[];
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
  const says = Array.isArray(declaration.otherwise) ? { otherwiseSays: "none" } : {};
  return { otherwise: undefined, commands: ["serve"], ...says, ...declaration };
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

/** How a setting is written: in flags and the environment as texts, in a file as any YAML. */
interface SettingForm<T> {
  /** What is expected, for messages and the docs, such as `a number from 0 to 65535`. */
  readonly expected: string;
  /** A switch has no value on the command line, and a list is given once for each of its items. */
  readonly flags: "value" | "switch" | "list";
  /** Whether messages must not show what was given, because it may hold a password. */
  readonly isSecret?: boolean;
  /** Undefined when it is not of this form. */
  read(input: unknown): T | undefined;
}

export const textSetting: SettingForm<string> = {
  expected: "a text",
  flags: "value",
  read: (input) => (typeof input === "string" && input !== "" ? input : undefined),
};

export const mailServer: SettingForm<string> = {
  expected: "an address such as smtps://user:password@mail.example.com",
  flags: "value",
  isSecret: true,
  read: (input) => (typeof input === "string" && /^smtps?:\/\/\S/iu.test(input) ? input : undefined),
};

export const toggle: SettingForm<boolean> = {
  expected: "true or false",
  flags: "switch",
  read(input) {
    if (input === true || input === "true" || input === "1") return true;
    return input === false || input === "false" || input === "0" ? false : undefined;
  },
};

export function wholeNumber(least: number, most: number): SettingForm<number> {
  return {
    expected: `a number from ${least} to ${most}`,
    flags: "value",
    read(input) {
      const number = typeof input === "string" && /^\d{1,15}$/u.test(input) ? Number(input) : input;
      const isWithin = Number.isInteger(number) && (number as number) >= least && (number as number) <= most;
      return isWithin ? (number as number) : undefined;
    },
  };
}

export function choiceSetting<const T extends string>(...values: readonly T[]): SettingForm<T> {
  return {
    expected: values
      .slice(0, -1)
      .join(", ")
      .concat(` or ${values.at(-1)}`),
    flags: "value",
    read: (input) => values.find((value) => value === input),
  };
}

/** What was given, for a message that says what is expected in its place. */
export function showGiven(form: SettingForm<unknown>, input: unknown): string {
  return form.isSecret ? "something else" : JSON.stringify(input);
}

/** Texts; in the environment with semicolons between them, in a file a list, or members as `name=value`. */
export const texts: SettingForm<readonly string[]> = {
  expected: "a text, or a list of texts,",
  flags: "list",
  read(input) {
    if (typeof input === "string") return input.split(";").flatMap((part) => part.trim() || []);
    if (Array.isArray(input)) return input.every((item) => typeof item === "string") ? input : undefined;
    if (typeof input !== "object" || input === null) return undefined;
    const members = Object.entries(input);
    const isFlat = members.every(([, value]) => typeof value === "string" || typeof value === "number");
    return isFlat ? members.map(([name, value]) => `${name}=${value}`) : undefined;
  },
};

/** Texts, each of which has to be as `isItem` says. */
function textsThat(expected: string, isItem: (text: string) => boolean): SettingForm<readonly string[]> {
  const read = (input: unknown) => {
    const items = texts.read(input);
    return items?.every(isItem) ? items : undefined;
  };
  return { expected, flags: "list", read };
}

export const origins = textsThat(
  'a list of origins such as https://shop.example.com, without a path, or "*",',
  (text) => text === "*" || (URL.canParse(text) && new URL(text).origin === text),
);

export const webOrigins = textsThat(
  "a list of origins such as https://images.example.com, without a path,",
  (text) => /^https?:/u.test(text) && URL.canParse(text) && new URL(text).origin === text,
);

export const networks = textsThat(
  "a list of addresses such as 10.0.0.7, or networks such as 10.0.0.0/8,",
  (text) => {
    const [address = "", prefix = "0", more] = text.split("/");
    const bits = { 4: 32, 6: 128 }[isIP(address)] ?? -1;
    return more === undefined && /^\d{1,3}$/u.test(prefix) && Number(prefix) <= bits;
  },
);
