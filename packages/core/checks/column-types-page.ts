import { writeJson } from "../src/expression/parts.ts";
import { type ColumnOptions, type ColumnType, columnTypes, noOptions } from "../src/schema/index.ts";
import type { JsonValue, Value } from "../src/values/index.ts";
import { type ColumnTypeSample, columnTypeSamples } from "./column-type-samples.ts";

/** The page about all column types; its examples are made by reading and writing cells. */
export function columnTypesPage(): string {
  const rows = columnTypes.map(
    (type) =>
      `| [${type.name}](#${anchor(type.name)}) | ${type.summary} | ${yes(type.mayBeKey)} | ${yes(type.mayBeItem)} |`,
  );
  const overview = [
    "| type | what it is | may be a key | may be an item |",
    "| --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
  return `${[HEADING, overview, ...columnTypes.map(section)].join("\n\n")}\n`;
}

const LOCALES = ["en-US", "en-GB", "de-DE", "ja-JP"];

const HEADING = `# Column types

Made from the declarations in \`packages/core/src/schema/column-types/\`; do not edit by hand. How a column is declared is in
[the guide to the definition](definition.md).

Every column has its type. The type decides what may be sent in a cell, what comes back, and what is refused. \`null\` and
\`""\` are blank for every type, and a blank comes back as \`""\` (as \`null\` on the wire \`typed\`). The tables below are made
by sending each cell and reading it back: what is in the Locale's column is the answer on the wire \`spec\`, and _refused_ is
an error with a code of the group \`cell/\` ([errors](errors.md)). Columns of several Locales with the same answers are
put together. _May be an item_ says whether the type can be the \`itemType\` of an Enum, EnumList or List.`;

function section(type: ColumnType): string {
  const sample = columnTypeSamples[type.name];
  if (sample === undefined)
    throw new Error(`Add "${type.name}" to packages/core/checks/column-type-samples.ts.`);
  const parts = [`## ${type.name}`, type.summary, facts(type, sample)];
  if (sample.cells.length > 0) parts.push(table(type, sample));
  return parts.join("\n\n");
}

function facts({ filledBy, options, storage }: ColumnType, { takes, written }: ColumnTypeSample): string {
  const lines = [`- **Takes**: ${takes}`];
  if (filledBy !== "caller") lines.push(`- **Filled by**: ${FILLERS[filledBy]}`);
  if (options.length > 0) lines.push(`- **Options**: ${options.map((name) => `\`${name}\``).join(", ")}`);
  if (filledBy !== "none") lines.push(`- **Kept as**: ${storage}`);
  if (written !== undefined) lines.push(`- **Shown here with**: \`${written}\``);
  return lines.join("\n");
}

const FILLERS = {
  caller: "the caller",
  formula: "its formula",
  application: "the application itself, whenever a watched column changes",
  none: "nothing",
} as const satisfies Record<ColumnType["filledBy"], string>;

/** One line per cell; Locales that answer alike share a column. */
function table(type: ColumnType, sample: ColumnTypeSample): string {
  const answers = LOCALES.map((locale) => sample.cells.map((cell) => answer(type, sample, cell, locale)));
  const byAnswers = Map.groupBy(LOCALES, (_, index) => JSON.stringify(answers[index]));
  const columns = [...byAnswers.values()].map((locales) => ({
    title: locales.length === LOCALES.length ? "every Locale" : locales.join(", "),
    answers: answers[LOCALES.indexOf(locales[0] ?? "")] ?? [],
  }));
  const first = type.isWritable ? "sent" : "value";
  const titles = [first, ...columns.map(({ title }) => title), "wire `typed`"];
  const lines = sample.cells.map((cell, index) => [
    code(cell),
    ...columns.map((column) => column.answers[index] ?? ""),
    typed(type, sample, cell),
  ]);
  return [titles, titles.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function answer(type: ColumnType, sample: ColumnTypeSample, cell: JsonValue, locale: string): string {
  const value = acceptedValue(type, sample, cell, locale);
  return value === undefined ? "_refused_" : code(type.write(value, { locale, options: optionsOf(sample) }));
}

/** In the first Locale that takes the cell: the same value has the same form in all of them. */
function typed(type: ColumnType, sample: ColumnTypeSample, cell: JsonValue): string {
  const values = LOCALES.map((locale) => acceptedValue(type, sample, cell, locale)).filter(
    (value) => value !== undefined,
  );
  const forms = new Set(values.map((value) => code(writeJson(value, expressionType(type, sample)))));
  return [...forms].join(" or ");
}

function acceptedValue(
  type: ColumnType,
  sample: ColumnTypeSample,
  cell: JsonValue,
  locale: string,
): Value | undefined {
  const options = optionsOf(sample);
  const read = type.read(cell, { locale, options, timeZone: "Europe/Berlin" });
  if (!("value" in read)) return undefined;
  return type.check(read.value, { locale, options }).length === 0 ? read.value : undefined;
}

function expressionType(type: ColumnType, sample: ColumnTypeSample) {
  return type.expressionType(optionsOf(sample), () => ({ kind: "Text" }));
}

function optionsOf({ options }: ColumnTypeSample): ColumnOptions {
  return { ...noOptions, ...options };
}

function code(cell: JsonValue): string {
  return `\`${JSON.stringify(cell).replaceAll("|", "\\|")}\``;
}

function yes(is: boolean): string {
  return is ? "yes" : "no";
}

/** As Markdown makes it of a heading. */
function anchor(name: string): string {
  return name.toLowerCase().replace("/", "");
}
