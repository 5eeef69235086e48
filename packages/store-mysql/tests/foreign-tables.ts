import {
  foreignColumn as column,
  type ForeignTables,
  foreignReferences,
  foreignTexts,
  shortDecimals,
  textColumn as text,
} from "@tablewright/engine-tests/databases";

const smalls = ["0", "1", "-1", "2", "7", "100", "127", "-128"];
const ints = [...smalls, "2147483647", "-2147483648", "16777217"];
const wholes = [...ints, "9007199254740991", "-9007199254740991", "123456789012345"];
const longs = [
  ...[...shortDecimals, "0.30000000000000004", "0.300000000000000001", "1.005", "9007199254740993"],
  ...["0.1234567890123456789", "123456789012345.678", "16777217", "-9007199254740991.5"],
];
const doubles = [
  ...[
    "0",
    "-0e0",
    "0.1",
    "0.2",
    "0.3",
    "0.1e0 + 0.2e0",
    "1.1",
    "2.5",
    "-2.5",
    "2.55",
    "1.005",
    "1e15",
    "1e-7",
  ],
  ...["9007199254740991", "1.7976931348623157e308", "1e-300", "1e0 / 3", "16777217", "3"],
];
const floats = [
  "0",
  "0.1",
  "0.2",
  "0.3",
  "1.1",
  "2.5",
  "-2.5",
  "16777216",
  "3.4e38",
  "1e-30",
  "0.33333334",
  "3",
  "123456.7",
];
const days = ["'2024-02-29'", "'1999-12-31'", "'1970-01-01'", "'2026-03-14'", "'1000-01-01'", "'9999-12-31'"];
const moments = [
  ...["'2024-02-29 10:00:00'", "'2024-02-29 10:00:00.4'", "'2024-02-29 10:00:00.999999'", "'2024-02-29'"],
  ...["'1999-12-31 23:59:59'", "'1999-12-31 23:59:59.5'", "'2024-03-31 02:30:00'", "'2026-03-14 15:09:26'"],
];
const times = ["'10:00:00'", "'00:00:00'", "'23:59:59.999999'", "'12:30:00'", "'23:59:59'", "'10:00:00.5'"];
const spans = [
  "'00:00:00'",
  "'01:00:00'",
  "'-01:00:00'",
  "'24:00:00'",
  "'100:00:01'",
  "'00:00:01.5'",
  "'-00:00:00.5'",
  "'838:59:59'",
];
const latin = foreignTexts.filter((one) => [...one].every((letter) => letter <= "\u00ff"));

/** Columns as programs declare them in MariaDB. */
export const foreignTables: ForeignTables = {
  columns: [
    text("plain", "varchar(40) character set utf8mb4 collate utf8mb4_general_ci"),
    text("accents", "varchar(40) character set utf8mb4 collate utf8mb4_unicode_ci"),
    text("unpadded", "text character set utf8mb4 collate utf8mb4_unicode_nopad_ci", { isLarge: true }),
    text("exact", "varchar(40) character set utf8mb4 collate utf8mb4_bin"),
    text("padded", "char(20) character set utf8mb4 collate utf8mb4_general_ci", { texts: "trimmed" }),
    text("western", "varchar(40) character set latin1 collate latin1_swedish_ci", { literals: latin }),
    text("western_bin", "char(20) character set latin1 collate latin1_bin", {
      literals: latin,
      texts: "trimmed",
    }),
    text("wide", "varchar(40) character set utf16 collate utf16_general_ci"),
    text("three", "varchar(40) character set utf8mb3 collate utf8mb3_general_ci", {
      literals: foreignTexts.filter((one) => !/[\u{10000}-\u{10ffff}]/u.test(one)),
    }),
    column(
      "colour",
      "enum('red','Green','blue','') collate utf8mb4_general_ci",
      ["Text", "Enum"],
      ["'red'", "'Green'", "'blue'", "''"],
    ),
    column("tiny", "tinyint", ["Number", "Decimal"], smalls),
    column("whole", "int", ["Number", "Decimal", "Text"], ints),
    column("unsigned_", "int unsigned", ["Number", "Decimal"], ["0", "1", "2", "7", "4294967295"]),
    column("large", "bigint", ["Number", "Decimal", "Text"], wholes),
    column("huge", "bigint", ["Decimal", "Text"], [...wholes, "9007199254740993", "9223372036854775807"]),
    column(
      "hugest",
      "bigint unsigned",
      ["Decimal", "Text"],
      ["0", "1", "7", "9007199254740993", "18446744073709551615"],
    ),
    column("counted", "bigint unsigned", ["Number"], ["0", "1", "7", "9007199254740991"]),
    column("units", "decimal(12)", ["Number", "Decimal"], ["0", "1", "-1", "999999999999", "7"]),
    column("price", "decimal(10,2)", ["Price", "Decimal"], shortDecimals),
    column(
      "price_unsigned",
      "decimal(10,2) unsigned",
      ["Price"],
      shortDecimals.filter((one) => !one.startsWith("-")),
    ),
    column(
      "rate",
      "decimal(15,15)",
      ["Decimal"],
      ["0", "0.1", "0.3", "-0.5", "0.123456789012345", "0.000000000000001"],
    ),
    column("long_", "decimal(38,19)", ["Decimal"], longs),
    column("single", "float", ["Decimal"], floats),
    column(
      "single_fixed",
      "float(10,2)",
      ["Decimal"],
      floats.filter((one) => !/e38|1677|3456/u.test(one)),
    ),
    column("double_", "double", ["Decimal", "Price"], doubles),
    column("double_fixed", "double(12,2)", ["Decimal"], ["0", "0.1", "2.55", "-2.5", "99999999.99"]),
    column("flag", "tinyint(1)", ["Yes/No"], ["0", "1"]),
    column("flag_number", "tinyint(1)", ["Number"], ["0", "1", "2", "-1", "7"]),
    column("one_bit", "bit(1)", ["Yes/No"], ["b'0'", "b'1'"]),
    column("day", "date", ["Date"], days),
    column("moment", "datetime(6)", ["DateTime", "Text"], moments),
    column("second", "datetime", ["DateTime", "Text"], moments),
    column("instant", "timestamp(3) null", ["DateTime"], moments),
    column("clock", "time(6)", ["Time", "Text"], times),
    column("clock_second", "time", ["Time"], times.slice(0, 2)),
    column("span", "time(3)", ["Duration"], spans),
    column("seconds", "int", ["Duration"], ["0", "3600", "-3600", "86400", "360001"]),
    column("colours", "set('red','Green','a b')", ["List"], ["''", "'red'", "'red,Green'", "'a b'"]),
    column("year_", "year", ["Number"], ["2024", "1999", "2006", "0", "1970"]),
    column("json_", "json", ["LongText"], [`'{"a":1}'`, `'"a"'`, "'1'", "'[]'"], { isLarge: true }),
    column(
      "id_",
      "uuid",
      ["Text"],
      ["'6d3cbb3e-3b35-4bd5-92a5-1d7a3f7d7a01'", "'6D3CBB3E-3B35-4BD5-92A5-1D7A3F7D7A02'"],
    ),
  ],
  codeType: "varchar(20) character set utf8mb4 collate utf8mb4_general_ci",
  codes: ["'a'", "'b'", "'straße'", "'0'", "'🚢'", "'é'"],
  references: [...foreignReferences, "'a '"],
  cases: [
    "[second DateTime] - [second DateTime]",
    "[clock Time] - [clock Time]",
    "[huge Decimal] = 9007199254740990",
    "MAX(Things[hugest Decimal])",
  ],
};
