import { defineFunction } from "../define-function.ts";

export const userSettings = defineFunction("user", {
  signature: "USERSETTINGS(setting: Name): Any",
  summary: "A setting of the caller, by its name.",
  details:
    "The same as [_THISUSER].[setting]. It takes the type that its place expects: a number beside a number, else text. Blank without such a setting; case counts in the name.",
  uses: "request",
  reads: "caller",
  evaluate: (name, { settings }) => settings.get(name) ?? null,
  examples: [['ISBLANK(USERSETTINGS("Team"))', true]],
});
