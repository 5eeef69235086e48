import { isIP } from "node:net";

/** How a setting is written: in flags and the environment as texts, in a file as any YAML. */
export interface SettingForm<T> {
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
