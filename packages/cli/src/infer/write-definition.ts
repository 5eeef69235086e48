import type { ProposedColumn } from "./guess-type.ts";
import type { TableProfile } from "./table-profile.ts";

export interface ProposedApp {
  readonly name: string;
  readonly locale: string;
  readonly tables: readonly TableProfile[];
}

/** The definition as people write it, a line for each column. */
export function writeDefinition({ name, locale, tables }: ProposedApp): string {
  const id =
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/gu, "-")
      .replaceAll(/^-|-$/gu, "") || "app";
  return [
    "# Proposed by tablewright infer. Look over the types, the keys and the Refs.",
    "tablewright: 1",
    `app: { id: ${scalar(id)}, name: ${scalar(name)}, locale: ${scalar(locale)}, api: { enabled: true } }`,
    "tables:",
    ...tables.flatMap(writeTable),
  ].join("\n");
}

function writeTable({ name, key, columns }: TableProfile): readonly string[] {
  return [
    `  ${scalar(name)}:`,
    `    key: [${key.map(scalar).join(", ")}]`,
    "    columns:",
    ...[...columns].map(([column, proposed]) => `      ${scalar(column)}: ${members(proposed)}`),
  ];
}

function members({ type, table, values, allowOtherValues, initialValue }: ProposedColumn): string {
  const parts = [
    `type: ${type}`,
    ...(table === undefined ? [] : [`table: ${scalar(table)}`]),
    ...(values === undefined ? [] : [`values: [${values.map(scalar).join(", ")}]`]),
    ...(allowOtherValues === undefined ? [] : ["allowOtherValues: true"]),
    ...(initialValue === undefined ? [] : [`initialValue: ${JSON.stringify(initialValue)}`]),
  ];
  return `{ ${parts.join(", ")} }`;
}

/** As it stands where that is a text to every reader of YAML, else in quotes. */
function scalar(text: string): string {
  return /^[A-Za-z][\w .-]*[\w.]$|^[A-Za-z]$/u.test(text) && !WORDS.test(text) ? text : JSON.stringify(text);
}

/** Words that are no texts in some version of YAML. */
const WORDS = /^(y|n|yes|no|on|off|true|false|null)$/iu;
