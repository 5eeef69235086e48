import { type Command, Option } from "commander";
import type { ServingCommand, Setting } from "./define-setting.ts";
import { oppositeOf } from "./setting-names.ts";
import { settings } from "./settings.ts";

/** Gives a command the flags of its settings. What is given for them is read by `resolveSettings`, with the environment and a file. */
export function addSettings(command: Command, name: ServingCommand): Command {
  for (const setting of Object.values<Setting>(settings)) {
    if (setting.flag === undefined || !setting.commands.includes(name)) continue;
    for (const option of optionsOf(setting.flag, setting)) command.addOption(option);
  }
  return command.option(
    "--config <file>",
    "a YAML file of settings; flags and the environment go before it (docs/operating.md)",
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
