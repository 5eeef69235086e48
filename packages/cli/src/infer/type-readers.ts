import { type ColumnDefinition, loadDefinition } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";

/** Types that cells can tell of, the narrowest first. */
export const PROPOSED_TYPES = [
  "Yes/No",
  "Number",
  "Percent",
  "Price",
  "Decimal",
  "Date",
  "DateTime",
  "Time",
  "Duration",
  "Email",
  "Url",
] as const;

export type ColumnTypeName = (typeof PROPOSED_TYPES)[number];

/** Whether cells are of a type, as a column of that type would say in a Locale. */
export class TypeReaders {
  readonly #columns: ReadonlyMap<string, ColumnDefinition>;
  readonly #locale: string;

  constructor(locale: string) {
    this.#locale = locale;
    const columns = Object.fromEntries(PROPOSED_TYPES.map((type) => [type, { type }]));
    const list = { type: "EnumList", allowOtherValues: true };
    const tables = { Probe: { key: ["Number"], columns: { ...columns, List: list } } };
    const { output } = loadDefinition(
      JSON.stringify({ tablewright: 1, app: { id: "probe", name: "Probe" }, tables }),
    );
    this.#columns = new Map(output?.tables.get("Probe")?.columns.map((column) => [column.name, column]));
  }

  takes(type: ColumnTypeName, cell: JsonValue): boolean {
    return this.read(type, cell) !== undefined;
  }

  /** Whether a list of JSON is one of texts. */
  takesList(cell: readonly JsonValue[]): boolean {
    const column = this.#columns.get("List");
    const writing = { locale: this.#locale, options: column?.options ?? {} } as Parameters<
      ColumnDefinition["columnType"]["check"]
    >[1];
    const read = column?.columnType.read(cell as JsonValue, { ...writing, timeZone: "UTC" });
    return (
      read !== undefined && "value" in read && column?.columnType.check(read.value, writing).length === 0
    );
  }

  /** The value of a cell; undefined where it is none of the type. */
  read(type: ColumnTypeName, cell: JsonValue): unknown {
    const column = this.#columns.get(type);
    if (column === undefined || !MAY_BE[type](cell)) return undefined;
    const writing = { locale: this.#locale, options: column.options };
    const read = column.columnType.read(cell, { ...writing, timeZone: "UTC" });
    const isOfType = "value" in read && column.columnType.check(read.value, writing).length === 0;
    return isOfType ? read.value : undefined;
  }
}

const isText = (cell: JsonValue) => typeof cell === "string";
const matches = (pattern: RegExp) => (cell: JsonValue) => typeof cell === "string" && pattern.test(cell);
const any = () => true;

/** What a cell has to look like besides: types are generous in what they take. */
const MAY_BE: Readonly<Record<ColumnTypeName, (cell: JsonValue) => boolean>> = {
  "Yes/No": (cell) =>
    typeof cell === "boolean" || (isText(cell) && /^(y|n|yes|no|true|false)$/iu.test(String(cell))),
  Number: (cell) => typeof cell !== "boolean",
  Percent: matches(/%\s*$/u),
  Price: any,
  Decimal: (cell) => typeof cell === "number" || !/\p{Sc}|%/u.test(String(cell)),
  Date: isText,
  DateTime: isText,
  Time: isText,
  Duration: matches(/^-?\d+:\d\d:\d\d$/u),
  Email: matches(/^[^\s@]+@[^\s@]+\.[^\s@]+$/u),
  Url: matches(/^https?:\/\/\S+$/iu),
};
