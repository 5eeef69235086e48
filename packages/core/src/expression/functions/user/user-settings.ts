import { defineFunction } from "../define-function.ts";

export const userSettings = defineFunction({
  name: "USERSETTINGS",
  category: "user",
  summary: "A setting of the caller, by its name.",
  details:
    "The same as [_THISUSER].[setting]. Its type is what the place where it stands wants: a number next to a number, else text. Blank when the caller has no such setting; upper and lower case of the name differ.",
  parameters: [{ name: "setting", type: "Name" }],
  result: "Any",
  uses: "request",
  evaluate: (name, { settings }) => settings.get(name) ?? null,
  examples: [['ISBLANK(USERSETTINGS("Team"))', true]],
});
