import { defineFunction } from "../define-function.ts";

export const userSettings = defineFunction("user", {
  name: "USERSETTINGS",
  summary: "A setting of the caller, by its name.",
  details:
    "The same as [_THISUSER].[setting]. It takes the type that its place expects: a number beside a number, else text. Blank without such a setting; case counts in the name.",
  parameters: [{ name: "setting", type: "Name" }],
  result: "Any",
  uses: "request",
  reads: "caller",
  evaluate: (name, { settings }) => settings.get(name) ?? null,
  examples: [['ISBLANK(USERSETTINGS("Team"))', true]],
});
