import { flagOf, oppositeOf, type Setting, variablesOf } from "../src/settings/define-setting.ts";
import { settings } from "../src/settings/settings.ts";

/** The table of docs/settings.md: a row for each setting. */
export function settingsTable(): string {
  const rows = Object.entries<Setting>(settings).map(([name, setting]) => {
    const flag = setting.flag === undefined ? "arguments" : code(shownFlag(setting.flag, setting));
    const [, another] = variablesOf(name, setting);
    const words = [
      flag,
      another === undefined ? code(name) : `${code(name)}, variable also ${code(another)}`,
      setting.says,
      defaultOf(setting),
    ];
    return `| ${words.map((word) => word.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  const ofDeliver = Object.entries<Setting>(settings)
    .filter(([, { commands }]) => commands.includes("deliver"))
    .map(([name]) => code(name));
  return [
    "| flag | in the file | meaning | default |",
    "|---|---|---|---|",
    ...rows,
    "",
    `\`deliver\` has ${ofDeliver.join(", ")}. All others are only of \`serve\`.`,
  ].join("\n");
}

function shownFlag(flag: string, { otherwise }: Setting): string {
  return otherwise === true ? oppositeOf(flagOf(flag)) : flag;
}

function defaultOf({ otherwise, otherwiseSays }: Setting): string {
  if (otherwiseSays !== undefined) return otherwiseSays;
  return otherwise === undefined ? "none" : code(String(otherwise));
}

function code(text: string): string {
  return `\`${text}\``;
}
