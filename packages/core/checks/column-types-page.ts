import { writeJson } from "../src/expression/parts.ts";
import { type ColumnOptions, type ColumnType, columnTypes, noOptions } from "../src/schema/index.ts";
import type { JsonValue, Value } from "../src/values/index.ts";
import { type ColumnTypeSample, columnTypeSamples } from "./column-type-samples.ts";

/** The page about all column types; its examples are made by reading and writing cells. */
export function columnTypesPage(): string {
  const linked = (types: readonly ColumnType[]) =>
    types.map(({ name }) => `[${name}](#${anchor(name)})`).join(", ");
  const overview = [
    `- May be a key: ${linked(columnTypes.filter(({ mayBeKey }) => mayBeKey))}`,
    `- May not be an item: ${linked(columnTypes.filter(({ mayBeItem }) => !mayBeItem))}`,
  ].join("\n");
  return `${[HEADING, overview, ...columnTypes.map(section)].join("\n\n")}\n`;
}

const LOCALES = ["en-US", "en-GB", "de-DE", "ja-JP"];

const HEADING = `# Column types

[Columns](definition-columns.md) says how to declare one.

Blanks are \`null\` and \`""\` for every type. Below each type are cells that were sent, and the answers on the wire \`spec\`, and on
\`typed\` where they differ. _Refused_ is an error \`cell/…\` ([errors](errors/rows.md#cell)). An _item_ is the \`itemType\` of an Enum,
EnumList or List.`;

function section(type: ColumnType): string {
  const sample = columnTypeSamples[type.name];
  if (sample === undefined)
    throw new Error(`Add "${type.name}" to packages/core/checks/column-type-samples.ts.`);
  const alike = columnTypes.find((other) => sameFacts(other, type));
  if (alike !== undefined && alike !== type)
    return `## ${type.name}\n\n${type.summary} Otherwise like [${alike.name}](#${anchor(alike.name)}).`;
  const parts = [`## ${type.name}`, type.summary, facts(type, sample)];
  if (sample.cells.length > 0) parts.push(shown(type, sample));
  return parts.join("\n\n");
}

/** Whether the page has the same to say of both. */
function sameFacts(a: ColumnType, b: ColumnType): boolean {
  const [one, other] = [columnTypeSamples[a.name], columnTypeSamples[b.name]];
  return (
    one !== undefined && other !== undefined && one.takes === other.takes && facts(a, one) === facts(b, other)
  );
}

function facts({ filledBy, options }: ColumnType, { takes, written }: ColumnTypeSample): string {
  const lines = [`- **Accepts**: ${takes}`];
  if (filledBy !== "caller") lines.push(`- **Filled by**: ${FILLERS[filledBy]}`);
  if (options.length > 0) lines.push(`- **Options**: ${options.map((name) => `\`${name}\``).join(", ")}`);
  if (written !== undefined) lines.push(`- **Shown here with**: \`${written}\``);
  return lines.join("\n");
}

const FILLERS = {
  caller: "the caller",
  formula: "its formula",
  application: "the application itself, whenever a watched column changes",
  none: "nothing",
} as const satisfies Record<ColumnType["filledBy"], string>;

/** A line for each cell; a table where Locales answer differently, in which those that answer alike share a column. */
function shown(type: ColumnType, sample: ColumnTypeSample): string {
  const answers = LOCALES.map((locale) => sample.cells.map((cell) => answer(type, sample, cell, locale)));
  const byAnswers = Map.groupBy(LOCALES, (_, index) => JSON.stringify(answers[index]));
  if (byAnswers.size === 1)
    return ["Examples:", "", ...sample.cells.map((cell) => line(type, sample, cell))].join("\n");
  const columns = [...byAnswers.values()].map((locales) => ({
    title: locales.join(", "),
    answers: answers[LOCALES.indexOf(locales[0] ?? "")] ?? [],
  }));
  const titles = [type.isWritable ? "sent" : "value", ...columns.map(({ title }) => title), "`typed`"];
  const lines = sample.cells.map((cell, index) => [
    code(cell),
    ...columns.map((column) => column.answers[index] ?? ""),
    typed(type, sample, cell),
  ]);
  return [titles, titles.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function line(type: ColumnType, sample: ColumnTypeSample, cell: JsonValue): string {
  const [spec, ofProgram] = [answer(type, sample, cell, "en-US"), typed(type, sample, cell)];
  if (spec === REFUSED) return `- ${code(cell)}: refused`;
  return `- ${code(cell)} → ${spec}${spec === ofProgram ? "" : `, \`typed\` ${ofProgram}`}`;
}

const REFUSED = "_refused_";

function answer(type: ColumnType, sample: ColumnTypeSample, cell: JsonValue, locale: string): string {
  const value = acceptedValue(type, sample, cell, locale);
  return value === undefined ? REFUSED : code(type.write(value, { locale, options: optionsOf(sample) }));
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

/** As Markdown makes it of a heading. */
function anchor(name: string): string {
  return name.toLowerCase().replace("/", "");
}
