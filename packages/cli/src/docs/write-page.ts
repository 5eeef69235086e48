import {
  type ActionDefinition,
  type AppDefinition,
  type ColumnDefinition,
  type DescribedColumn,
  type DescribedDecision,
  type DescribedTable,
  describeApp,
  describeDecisionRows,
  type RuleDefinition,
} from "@tablewright/core";
import type { DecisionDescription, OwnFunction, OwnType, Rules } from "@tablewright/core/rules";

/** A page in Markdown about an application: what its tables, actions, rules, decisions and functions are and compute. */
export function documentApp(app: AppDefinition): string {
  const { id, name, tables, slices, decisions } = describeApp(app);
  return page([
    `# ${plain(name)}`,
    `The application ${code(id)}, in the Locale ${app.locale} and the time zone ${app.timezone}.`,
    ...section(
      "## Tables",
      tables.flatMap((table) => tableBlocks(app, table)),
    ),
    ...section("## Types", app.ownTypes.flatMap(typeBlocks)),
    ...section(
      "## Slices",
      slices.flatMap((slice) => sliceBlocks(app, slice)),
    ),
    ...section("## Actions", [...app.actions.values()].flatMap(actionBlocks)),
    ...section("## Rules", [...app.rules.values()].flatMap(ruleBlocks)),
    ...section(
      "## Decisions",
      decisions.flatMap((decision) => decisionBlocks(app, decision)),
    ),
    ...section("## Functions", app.ownFunctions.flatMap(functionBlocks)),
  ]);
}

/** The same about rules over plain objects. */
export function documentRules(rules: Rules): string {
  return page([
    `# ${plain(rules.name)}`,
    `The rules ${code(rules.id)}.`,
    ...section("## Facts", [
      grid(
        ["fact", "type", "required"],
        rules.facts.map(({ name, type, required }) => [code(name), plain(type), required ? "yes" : ""]),
      ),
    ]),
    ...section("## Types", rules.types.flatMap(typeBlocks)),
    ...section(
      "## Decisions",
      rules.describe().flatMap((decision) => [`### ${plain(decision.name)}`, ...writtenBlocks(decision)]),
    ),
    ...section("## Functions", rules.functions.flatMap(functionBlocks)),
  ]);
}

function page(blocks: readonly string[]): string {
  return `${blocks.join("\n\n")}\n`;
}

/** Nothing where there is nothing to say under the heading. */
function section(heading: string, blocks: readonly string[]): readonly string[] {
  return blocks.length === 0 ? [] : [heading, ...blocks];
}

function tableBlocks(app: AppDefinition, { name, key, updates, columns }: DescribedTable): readonly string[] {
  const table = app.tables.get(name);
  const own = new Map(table?.columns.map((column) => [column.name, column]));
  const changes = updates === "expression" ? "as an expression says" : updates.join(", ") || "none";
  const filter = table?.securityFilter;
  return [
    `### ${plain(name)}`,
    [
      `Key: ${key.map(code).join(", ")}. Changes: ${changes}.`,
      ...(filter === undefined ? [] : [`Callers see the rows for which ${code(filter.source)} is TRUE.`]),
    ].join(" "),
    grid(
      ["column", "type", "about"],
      columns.map((column) => {
        const type = typeOf(column, own.get(column.name));
        const { description, required, values } = column;
        const about = [
          ...(description === undefined ? [] : [plain(description)]),
          ...(required === true && !column.key ? ["Required."] : []),
          ...(values === undefined
            ? []
            : [`One of ${values.map((value) => code(String(value))).join(", ")}.`]),
          ...expressionsOf(own.get(column.name)),
        ];
        return [code(column.name), plain(type), about.join(" ")];
      }),
    ),
  ];
}

function typeOf({ type, table }: DescribedColumn, column: ColumnDefinition | undefined): string {
  if (table !== undefined) return `${type} of ${table}`;
  return column !== undefined && (type === "List" || type === "Object") ? typeWords(column.type) : type;
}

/** A type as a definition writes it: `List of Line`. */
function typeWords(type: ColumnDefinition["type"]): string {
  if (type.kind === "List") return `List of ${typeWords(type.item)}`;
  if (type.kind !== "Object") return type.kind;
  const fields = type.shape.columns.map((field) => `${field.name}: ${typeWords(field.type)}`);
  return type.name ?? `{ ${fields.join(", ")} }`;
}

function typeBlocks({ name, fields }: OwnType): readonly string[] {
  const rows = fields.map((field) => [code(field.name), plain(field.type)]);
  return [`### ${plain(name)}`, grid(["field", "type"], rows)];
}

function expressionsOf(column: ColumnDefinition | undefined): readonly string[] {
  const { initialValue, formula, validIf, requiredIf } = column ?? {};
  return Object.entries({
    "At first": initialValue,
    [column?.isVirtual ? "Computed when it is read:" : "Computed:"]: formula,
    "Valid if": validIf,
    "Required if": requiredIf,
  }).flatMap(([words, expression]) =>
    expression === undefined ? [] : [`${words} ${code(expression.source)}.`],
  );
}

function sliceBlocks(app: AppDefinition, { name, sliceOf = "" }: DescribedTable): readonly string[] {
  const filter = app.slices.get(name)?.filter;
  const rows = filter === undefined ? "All rows" : `The rows for which ${code(filter.source)} is TRUE`;
  return [`### ${plain(name)}`, `${rows}, of the table ${plain(sliceOf)}.`];
}

function actionBlocks({ name, table, condition, effect }: ActionDefinition): readonly string[] {
  const set =
    "set" in effect
      ? effect.set.map(({ column, value }) => `- ${code(column.name)} becomes ${code(value.source)}`)
      : [];
  const does = {
    set: "Sets columns:",
    run: `Runs ${"actions" in effect ? effect.actions.map(plain).join(", ") : ""}.`,
    addRow: `Adds a row to ${"table" in effect ? plain(effect.table.name) : ""}:`,
    deleteRow: "Deletes the row.",
    onRows: "rows" in effect ? `Runs ${plain(effect.action)} on ${code(effect.rows.source)}.` : "",
  }[effect.kind];
  const when = condition === undefined ? "" : ` Only where ${code(condition.source)}.`;
  return [
    `### ${plain(name)}`,
    `On a row of ${plain(table.name)}.${when} ${does}`,
    ...(set.length === 0 ? [] : [set.join("\n")]),
  ];
}

function ruleBlocks({
  name,
  table,
  slice,
  on,
  schedule,
  condition,
  steps,
}: RuleDefinition): readonly string[] {
  const rows = plain((slice ?? table).name);
  const when =
    schedule === undefined
      ? `When a row of ${rows} changes (${[...on].join(", ")})`
      : `At ${code(schedule.cron)} (${schedule.zone}), for rows of ${rows}`;
  const where = condition === undefined ? "" : ` for which ${code(condition.source)} is TRUE`;
  const done = steps.map(
    (step) => `- ${step.kind === "action" ? `action ${plain(step.action)}` : step.kind}`,
  );
  return [`### ${plain(name)}`, `${when}${where}:`, done.join("\n")];
}

function decisionBlocks(
  app: AppDefinition,
  { name, description, parameters, outputs }: DescribedDecision,
): readonly string[] {
  const definition = app.decisions.get(name);
  const written = definition && describeDecisionRows(definition);
  const { facts = [], decisions = [] } = definition?.set ?? {};
  const types = new Map(
    [...facts, ...decisions.flatMap((one) => one.outputs)].map((one) => [one.name, typeWords(one.type)]),
  );
  const inWords = (one: { readonly name: string; readonly type: string }) =>
    `${one.name}: ${types.get(one.name) ?? one.type}`;
  const given = parameters.map(inWords).join(", ");
  const gives = outputs.map(inWords).join(", ");
  return [
    `### ${plain(name)}`,
    ...(description === undefined ? [] : [plain(description)]),
    `Given (${plain(given)}), gives ${plain(gives)}.`,
    ...(written === undefined ? [] : writtenBlocks(written)),
  ];
}

/** A decision as its author wrote it: its formula, or its rows as a table. */
function writtenBlocks({
  kind,
  hit,
  formula,
  inputs,
  outputs,
  rows,
  otherwise,
}: DecisionDescription): readonly string[] {
  if (formula !== undefined) return [`Computed: ${code(formula)}.`];
  const conditions = kind === "table" ? (inputs ?? []) : ["when"];
  const names = kind === "rules" ? ["rule"] : ["row"];
  return [
    `Where several rows match: ${hit}.`,
    grid(
      [
        ...names,
        ...conditions.map(kind === "table" ? code : plain),
        ...outputs.map((one) => `→ ${plain(one)}`),
      ],
      [
        ...rows.map(({ row, rule, cells, gives }) => [
          rule === undefined ? String(row) : plain(rule),
          ...[...cells, ...gives].map(codeOrNone),
        ]),
        ...(otherwise === undefined
          ? []
          : [["otherwise", ...conditions.map(() => ""), ...otherwise.map(codeOrNone)]]),
      ],
    ),
  ];
}

function functionBlocks({
  name,
  description,
  parameters,
  result,
  formula,
  examples,
}: OwnFunction): readonly string[] {
  const signature = `${name}(${parameters.map((one) => `${one.name}: ${one.type}`).join(", ")}) → ${result}`;
  const answers = Object.entries(examples).map(
    ([source, answer]) => `- ${code(source)} is ${code(JSON.stringify(answer))}`,
  );
  return [
    `### ${plain(name)}`,
    code(signature),
    ...(description === undefined ? [] : [plain(description)]),
    formula === undefined ? "Its code is of the program." : `Computed: ${code(formula)}.`,
    ...(answers.length === 0 ? [] : [answers.join("\n")]),
  ];
}

function grid(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Text that Markdown shows as it is, on one line. */
function plain(text: string): string {
  return text.replaceAll(/\s+/gu, " ").replaceAll(/[\\`*_<>[\]#]/gu, "\\$&");
}

function codeOrNone(text: string): string {
  return text === "" ? "" : code(text);
}

/** An expression or a name, with as many backticks around it as it takes. */
function code(text: string): string {
  const line = text.trim().replaceAll(/\s+/gu, " ");
  let longest = 0;
  for (const [run] of line.matchAll(/`+/gu)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `\`${line}\`` : `${fence} ${line} ${fence}`;
}
