import { loadDefinition } from "@tablewright/core";
import { InvalidArgumentError } from "commander";

/** The tag of a Locale as an option gives it: one that definitions take, because another would be read as en-US in silence. */
export function readLocale(tag: string): string {
  const tables = { Probe: { key: ["Key"], columns: { Key: { type: "Text" } } } };
  const app = { id: "probe", name: "Probe", locale: tag };
  const { output } = loadDefinition(JSON.stringify({ tablewright: 1, app, tables }));
  if (output === undefined) throw new InvalidArgumentError("It is not a locale such as de-DE.");
  return output.locale;
}
