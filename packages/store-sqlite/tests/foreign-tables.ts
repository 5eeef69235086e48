import {
  foreignColumn as column,
  type ForeignTables,
  foreignReferences,
  foreignTexts,
  textColumn as text,
} from "@tablewright/engine-tests/databases";

const wholes = [
  "0",
  "1",
  "-1",
  "2",
  "7",
  "100",
  "9007199254740991",
  "-9007199254740991",
  "123456789012345",
  "'12'",
];
const reals = [
  ...[
    "0",
    "-0.0",
    "0.1",
    "0.2",
    "0.3",
    "0.1 + 0.2",
    "1.1",
    "2.5",
    "-2.5",
    "2.55",
    "1.005",
    "1e15",
    "1e-7",
    "3",
  ],
  ...[
    "9007199254740991",
    "1.7976931348623157e308",
    "4.9e-324",
    "1.0 / 3",
    "16777217",
    "0.123456789012345678",
  ],
];
const days = [
  "'2024-02-29'",
  "'1999-12-31'",
  "'1970-01-01'",
  "'2026-03-14'",
  "'0001-01-01'",
  "'2024-03-31 00:00:00'",
];
const moments = [
  ...[
    "'2024-02-29 10:00:00'",
    "'2024-02-29T10:00:00'",
    "'2024-02-29 10:00:00.9'",
    "'2024-02-29 12:00:00+02:00'",
  ],
  ...["'2024-02-29'", "'1999-12-31 23:59:59'", "'2024-03-31 02:30'", "'2026-03-14 15:09:26Z'"],
];
const times = ["'10:00:00'", "'00:00'", "'23:59:59.999'", "'12:30'", "'23:59:59'"];

/** Columns as programs declare them in SQLite, with what its affinities let into them. */
export const foreignTables: ForeignTables = {
  columns: [
    text("plain", "text"),
    text("nocase", "varchar(20) collate nocase"),
    text("rtrim", "text collate rtrim"),
    text("clob_", "clob", { kinds: ["LongText"], literals: [...foreignTexts, "12", "1.5"] }),
    column("whole", "integer", ["Number", "Decimal"], wholes),
    column(
      "big",
      "bigint",
      ["Text"],
      ["0", "1", "7", "9007199254740993", "-9223372036854775808", "'007'", "10", "9"],
    ),
    column("long", "int", ["Decimal"], [...wholes, "9007199254740993", "9223372036854775807"]),
    column("flag", "boolean", ["Yes/No"], ["0", "1", "true", "false", "'1'"]),
    column("switch", "tinyint(1)", ["Yes/No"], ["0", "1"]),
    column("number", "real", ["Decimal", "Price"], reals),
    column("double_", "double precision", ["Decimal"], reals),
    column("short", "decimal(10,2)", ["Decimal", "Price"], reals),
    column("any_", "numeric", ["Decimal"], [...reals, "'2.50'", "'1e3'"]),
    column("units", "decimal(10,0)", ["Number", "Decimal"], wholes),
    column("seconds", "int", ["Duration"], ["0", "3600", "-3600", "86400", "360001"]),
    column("day", "date", ["Date"], days),
    column("day_text", "text collate nocase", ["Date", "Text"], days),
    column("moment", "datetime", ["DateTime"], moments),
    column("at", "timestamp", ["DateTime", "Text"], moments),
    column("tags", "json", ["List"], ["'[]'", "'[\"a\"]'", '\'["A","a"]\'', '\'["red","a b"]\'']),
    column("clock", "time", ["Time"], times),
  ],
  codeType: "text collate nocase",
  codes: ["'a'", "'b '", "'b'", "'straße'", "'0'", "'🚢'", "'É'", "'é'"],
  references: foreignReferences,
  cases: ["[short Price] = 0.3", "[long Decimal] = 9007199254740990"],
};
