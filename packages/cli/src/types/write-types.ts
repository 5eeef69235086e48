import {
  type AppDefinition,
  componentNames,
  type DescribedColumn,
  type DescribedDecision,
  type DescribedField,
  type DescribedParameter,
  type DescribedTable,
  describeApp,
  type JsonKind,
  type UpdateMode,
} from "@tablewright/core";

/**
 * A TypeScript module with the types of an application on the wire `typed`: for each table and slice its rows, what Add, Edit
 * and Delete take and what names a row; and `Application`, which `createClient` of `@tablewright/client` takes.
 */
export function writeTypes(definition: AppDefinition): string {
  const { id, name, tables, slices, decisions } = describeApp(definition);
  const all = [...tables, ...slices];
  const words = componentNames(all.map((table) => table.name));
  const wordOf = (table: string) => words.get(table) ?? "";
  const hasNumbers = (table: string) => definition.tables.get(table)?.source === undefined;
  return [
    docOf(
      `Types of the application "${name}", written by "tablewright types". Change the definition and write them again.`,
      "",
    ),
    ...all.map((table) => tableTypes(table, wordOf, hasNumbers(table.sliceOf ?? table.name))),
    [
      docOf(`The application "${name}": what a client has to know of it.`, ""),
      "export interface Application {",
      `  id: ${quoted(id)};`,
      "  tables: {",
      ...all.map((table) => tableMember(table, wordOf(table.name))),
      "  };",
      ...(decisions.length === 0 ? [] : ["  decisions: {", ...decisions.map(decisionMember), "  };"]),
      "}",
    ].join("\n"),
  ]
    .join("\n\n")
    .concat("\n");
}

/** What `Application` says of a decision: the facts that it takes, and its outputs. */
function decisionMember({ name, description, parameters, outputs }: DescribedDecision): string {
  return [
    ...(description === undefined ? [] : [docOf(description, "    ")]),
    `    ${memberName(name)}: {`,
    "      facts: {",
    ...parameters.map(
      (one) => `        ${memberName(one.name)}${one.required ? "" : "?"}: ${factType(one)};`,
    ),
    "      };",
    "      outputs: {",
    ...outputs.map((one) => `        ${memberName(one.name)}: ${answeredField(one)};`),
    "      };",
    "    };",
  ].join("\n");
}

/** A parameter with a set of values takes these only. */
function factType(parameter: DescribedParameter): string {
  const { values, json, required } = parameter;
  const type =
    values === undefined
      ? sentField(parameter)
      : values.map((value) => (typeof value === "string" ? quoted(value) : String(value))).join(" | ");
  const whole = values !== undefined && json === "array" ? `readonly ${inBrackets(type)}[]` : type;
  return required ? whole.replace(/ \| null$/, "") : whole.endsWith("| null") ? whole : `${whole} | null`;
}

/** The types of one table or slice, their names beginning with its word. */
function tableTypes(table: DescribedTable, wordOf: (table: string) => string, hasNumbers: boolean): string {
  const { name, columns, key } = table;
  const word = wordOf(name);
  const writable = columns.filter((column) => column.writable);
  const keys = columns.filter((column) => column.key);
  const isComposite = key.length > 1;
  const row = [
    `  _RowNumber: ${hasNumbers ? "number" : "null"};`,
    ...columns.map((column) => member(column, answeredCell(column), column.readIf === true)),
    ...(isComposite ? ["  _ComputedKey: string;"] : []),
    ...expandedMember(columns, wordOf),
  ];
  const parts = keys.map((column) => member(column, sentCell(column), false));
  const changed = writable
    .filter((column) => !column.key)
    .map((column) => member(column, sentCell(column), true));
  return [
    declared(`A row of "${name}".`, `interface ${word}Row`, row),
    isComposite
      ? `${docOf(`What names a row of "${name}": the parts of its key, or all of them as one text.`, "")}\nexport type ${word}Key =\n  | {\n${indented(parts)}\n    }\n  | { _ComputedKey: string };`
      : declared(`What names a row of "${name}".`, `interface ${word}Key`, parts),
    ...(takes(table, "add")
      ? [
          declared(
            `What Add takes for "${name}".`,
            `interface ${word}New`,
            writable.map((column) => member(column, sentCell(column), !isNeeded(column))),
          ),
        ]
      : []),
    ...(takes(table, "edit")
      ? [
          declared(
            `What Edit takes for "${name}": the key and the columns to change.`,
            `type ${word}Change = ${word}Key &`,
            changed,
            ";",
          ),
        ]
      : []),
  ].join("\n\n");
}

/** The rows that a Find may answer with the row; where it names `Columns`, they have only these. */
function expandedMember(
  columns: readonly DescribedColumn[],
  wordOf: (table: string) => string,
): readonly string[] {
  const members = columns.flatMap(({ name, table, json }) => {
    if (table === undefined) return [];
    const row = `Partial<${wordOf(table)}Row>`;
    return `    ${memberName(name)}?: ${json === "array" ? `${row}[]` : `${row} | null`};`;
  });
  if (members.length === 0) return [];
  return [
    "  /** Where `Expand` among the properties of a Find asks for it. */",
    "  _Expanded?: {",
    ...members,
    "  };",
  ];
}

/** What `Application` says of a table: its rows, and what each operation takes; `never` where it takes none. */
function tableMember(table: DescribedTable, word: string): string {
  const invocable = table.actions.filter((action) => action.invocable).map(({ name }) => quoted(name));
  return [
    `    ${memberName(table.name)}: {`,
    `      row: ${word}Row;`,
    `      key: ${word}Key;`,
    `      add: ${takes(table, "add") ? `${word}New` : "never"};`,
    `      edit: ${takes(table, "edit") ? `${word}Change` : "never"};`,
    `      delete: ${takes(table, "delete") ? `${word}Key` : "never"};`,
    `      actions: ${invocable.join(" | ") || "never"};`,
    "    };",
  ].join("\n");
}

function takes({ updates }: DescribedTable, mode: UpdateMode): boolean {
  return updates === "expression" || updates.includes(mode);
}

/** A column that not everybody may read or write is not needed of everybody. */
function isNeeded({ required, hasInitialValue, readIf, writeIf }: DescribedColumn): boolean {
  return required === true && !hasInitialValue && !readIf && !writeIf;
}

function declared(says: string, head: string, members: readonly string[], end = ""): string {
  const body = members.length === 0 ? "{}" : `{\n${members.join("\n")}\n}`;
  return `${docOf(says, "")}\nexport ${head} ${body}${end}`;
}

function member(column: DescribedColumn, type: string, isOptional: boolean): string {
  const { name, description, type: columnType, table } = column;
  const form = FORMS[columnType];
  const about = table === undefined ? "" : ` of "${table}"`;
  const kind = `${columnType}${about}${form === undefined ? "" : `, such as "${form}"`}`;
  const says = description === undefined ? kind : `${kind}: ${description}`;
  return `${docOf(says, "  ")}\n  ${memberName(name)}${isOptional ? "?" : ""}: ${type};`;
}

/** What cells that are texts look like on the wire `typed`. */
const FORMS: Readonly<Record<string, string>> = {
  Date: "2026-08-31",
  Time: "17:30:00",
  DateTime: "2026-08-31T17:30:00",
  ChangeTimestamp: "2026-08-31T17:30:00",
  Duration: "012:30:00",
  LatLong: "47.3769, 8.5417",
};

function indented(members: readonly string[]): string {
  return members
    .join("\n")
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n");
}

/** The type of a column's cells in answers. A blank is null, and never there in a column that is always filled. */
function answeredCell(column: DescribedColumn): string {
  if (column.json === "array") return `${inBrackets(itemType(column))}[]`;
  return orBlank(singleType(column), column);
}

/** The type of a column's cells as Add and Edit take them. */
function sentCell(column: DescribedColumn): string {
  if (column.json === "array") return `readonly ${inBrackets(itemType(column, "?"))}[]`;
  return orBlank(singleType(column, "?"), column);
}

function orBlank(type: string, { required }: DescribedColumn): string {
  return required === true || type === UNKNOWN ? type : `${type} | null`;
}

/** `mark` is `?` where fields may be left out. */
type Mark = "" | "?";

function singleType(column: DescribedColumn, mark: Mark = ""): string {
  if (column.fields !== undefined) return objectType(column.fields, mark);
  return column.values === undefined ? PLAIN[column.json] : choicesOf(column, PLAIN[column.json]);
}

function objectType(fields: readonly DescribedField[], mark: Mark): string {
  const members = fields.map(
    (field) => `readonly ${memberName(field.name)}${mark}: ${fieldType(field, mark)}`,
  );
  return `{ ${members.join("; ")} }`;
}

function fieldType({ json, items = "any", fields }: DescribedField, mark: Mark): string {
  const single = fields === undefined ? PLAIN[json === "array" ? items : json] : objectType(fields, mark);
  if (json === "array") return `readonly ${inBrackets(single)}[]`;
  return single === UNKNOWN ? single : `${single} | null`;
}

/** The type of a value in answers. */
function answeredField(field: DescribedField): string {
  return fieldType(field, "");
}

/** The type of a value as it is sent. */
function sentField(field: DescribedField): string {
  return fieldType(field, "?");
}

function itemType(column: DescribedColumn, mark: Mark = ""): string {
  if (column.fields !== undefined) return objectType(column.fields, mark);
  const plain = PLAIN[column.items ?? "any"];
  return column.values === undefined ? plain : choicesOf(column, plain);
}

/** Other values are completed by editors from those declared, and allowed all the same. What is computed is not checked. */
function choicesOf({ values = [], allowOtherValues, computed }: DescribedColumn, plain: string): string {
  const literals = values.map((value) => (typeof value === "string" ? quoted(value) : String(value)));
  const isOpen = allowOtherValues === true || computed || literals.length === 0;
  return [...literals, ...(isOpen ? [`(${plain} & {})`] : [])].join(" | ");
}

function inBrackets(type: string): string {
  return type.includes(" ") ? `(${type})` : type;
}

const UNKNOWN = "unknown";

const PLAIN: Readonly<Record<JsonKind, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  array: "unknown[]",
  object: "object",
  any: UNKNOWN,
};

/** A text as a literal of TypeScript. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

/** A name as a member of a type: plain where it may be. */
function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/u.test(name) ? name : quoted(name);
}

/** A doc comment of one line. What would end it, or the line, is written so that it does not. */
function docOf(text: string, indent: string): string {
  const line = text.replaceAll(/\s+/gu, " ").replaceAll("*/", "*\\/").trim();
  return `${indent}/** ${line} */`;
}
