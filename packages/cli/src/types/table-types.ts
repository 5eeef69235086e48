import type { ColumnSchema, TableSchema, UpdateMode } from "@tablewright/core";
import { answeredCell, sentCell } from "./cell-type.ts";
import { docOf, memberName, quoted } from "./type-text.ts";

/** The types of one table or slice, their names beginning with its word. */
export function tableTypes(table: TableSchema, word: string, hasNumbers: boolean): string {
  const { name, columns, key } = table;
  const writable = columns.filter((column) => column.writable);
  const keys = columns.filter((column) => column.key);
  const isComposite = key.length > 1;
  const row = [
    `  _RowNumber: ${hasNumbers ? "number" : "null"};`,
    ...columns.map((column) => member(column, answeredCell(column), false)),
    ...(isComposite ? ["  _ComputedKey: string;"] : []),
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

/** What `Application` says of a table: its rows, and what each operation takes; `never` where it takes none. */
export function tableMember(table: TableSchema, word: string): string {
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

function takes({ updates }: TableSchema, mode: UpdateMode): boolean {
  return updates === "expression" || updates.includes(mode);
}

function isNeeded({ required, hasInitialValue }: ColumnSchema): boolean {
  return required === true && !hasInitialValue;
}

function declared(says: string, head: string, members: readonly string[], end = ""): string {
  const body = members.length === 0 ? "{}" : `{\n${members.join("\n")}\n}`;
  return `${docOf(says, "")}\nexport ${head} ${body}${end}`;
}

function member(column: ColumnSchema, type: string, isOptional: boolean): string {
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
