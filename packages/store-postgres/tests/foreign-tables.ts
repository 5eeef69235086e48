import {
  foreignColumn as column,
  type ForeignTables,
  foreignReferences,
  shortDecimals,
  textColumn as text,
} from "@tablewright/engine-tests/databases";

const wholes = ["0", "1", "-1", "2", "7", "100", "9007199254740991", "-9007199254740991", "123456789012345"];
const smalls = ["0", "1", "-1", "2", "7", "100", "32767", "-32768"];
const ints = [...smalls, "2147483647", "-2147483648", "16777217"];
const longs = [
  ...[
    ...shortDecimals,
    "0.30000000000000004",
    "0.300000000000000001",
    "1.005",
    "9007199254740993",
    "12345678901234567890.5",
  ],
  ...["0.1234567890123456789", "1e-20", "123456789012345.678", "16777217", "-9007199254740991.5"],
];
const doubles = [
  ...[
    "0",
    "'-0'",
    "0.1",
    "0.2",
    "0.3",
    "0.1::float8 + 0.2::float8",
    "1.1",
    "2.5",
    "-2.5",
    "2.55",
    "1.005",
    "1e15",
  ],
  ...["1e-7", "9007199254740991", "1.7976931348623157e308", "4.9e-324", "1.0::float8 / 3", "16777217", "3"],
];
const reals = [
  "0",
  "'-0'",
  "0.1",
  "0.2",
  "0.3",
  "1.1",
  "2.5",
  "-2.5",
  "16777216",
  "3.4e38",
  "1e-45",
  "0.33333334",
  "3",
];
const days = ["'2024-02-29'", "'1999-12-31'", "'1970-01-01'", "'2026-03-14'", "'0001-01-01'", "'9999-12-31'"];
const moments = [
  ...["'2024-02-29 10:00:00'", "'2024-02-29 10:00:00.9'", "'2024-02-29 10:00:00.999999'", "'2024-02-29'"],
  ...[
    "'1999-12-31 23:59:59'",
    "'1999-12-31 23:59:59.5'",
    "'2024-03-31 02:30:00'",
    "'2026-03-14 15:09:26'",
    "'1969-12-31 23:59:59.5'",
  ],
];
const times = ["'10:00:00'", "'00:00'", "'23:59:59.999999'", "'12:30'", "'23:59:59'", "'10:00:00.5'"];
const spans = [
  ...[
    "'0'",
    "'1 hour'",
    "'-1 hour'",
    "'1 day'",
    "'24 hours'",
    "'1 mon'",
    "'30 days'",
    "'1.5 seconds'",
    "'0.5 seconds'",
  ],
  ...["'2.5 seconds'", "'-0.5 seconds'", "'1 year'", "'100:00:01'"],
];
const uuids = [
  "'6d3cbb3e-3b35-4bd5-92a5-1d7a3f7d7a01'",
  "'6D3CBB3E-3B35-4BD5-92A5-1D7A3F7D7A02'",
  "'00000000-0000-0000-0000-000000000000'",
];

/** Columns as programs declare them in PostgreSQL. */
export const foreignTables = (place: string): ForeignTables => ({
  columns: [
    text("plain", "text"),
    text("c_text", 'varchar(40) collate "C"'),
    text("loose", `text collate ${place}loose`),
    text("shifted", `text collate ${place}shifted`),
    text("padded", "char(20)", { texts: "trimmed" }),
    column("letter", "char", ["Text"], ["'a'", "'A'", "' '", "''", "'é'"]),
    text("named", "name"),
    column("colour", `${place}colour`, ["Text", "Enum"], ["'red'", "'Green'", "'blue'", "'green'", "''"]),
    column("word", `${place}word`, ["Text"], ["'a'", "'A'", "'b'", "' a'"]),
    column("amount", `${place}amount`, ["Price"], ["0", "0.1", "2.55", "100"]),
    column("small", "smallint", ["Number", "Decimal"], smalls),
    column("whole", "integer", ["Number", "Decimal", "Text"], ints),
    column("large", "bigint", ["Number", "Decimal", "Text"], wholes),
    column("huge", "bigint", ["Decimal", "Text"], [...wholes, "9007199254740993", "9223372036854775807"]),
    column("units", "numeric(12)", ["Number", "Decimal"], ["0", "1", "-1", "999999999999", "7"]),
    column("price", "numeric(10,2)", ["Price", "Decimal"], shortDecimals),
    column(
      "rate",
      "numeric(15,15)",
      ["Decimal"],
      ["0", "0.1", "0.3", "-0.5", "0.123456789012345", "0.000000000000001"],
    ),
    column(
      "long",
      "numeric(38,19)",
      ["Decimal"],
      longs.filter((one) => one !== "12345678901234567890.5"),
    ),
    column("free", "numeric", ["Decimal"], longs),
    column("single", "real", ["Decimal"], reals),
    column("double_", "double precision", ["Decimal", "Price"], doubles),
    column("flag", "boolean", ["Yes/No"], ["true", "false"]),
    column("one_bit", "bit(1)", ["Yes/No"], ["B'0'", "B'1'"]),
    column("day", "date", ["Date"], days),
    column("moment", "timestamp", ["DateTime", "Text"], moments),
    column("second", "timestamp(0)", ["DateTime"], moments),
    column("instant", "timestamptz", ["DateTime", "Text"], moments),
    column("clock", "time", ["Time", "Text"], times),
    column("span", "interval", ["Duration"], spans),
    column("seconds", "integer", ["Duration"], ["0", "3600", "-3600", "86400", "360001"]),
    column(
      "tags",
      "text[]",
      ["List"],
      ["'{}'", "'{a}'", "'{A,a}'", "'{red,\"a b\"}'", "array['a,b', '1.50']", "array['', 'a']"],
    ),
    column("colours", `${place}colour[]`, ["List"], ["'{}'", "'{red}'", "'{Green,red}'", "'{green}'"]),
    column("id_", "uuid", ["Text"], uuids),
    column("json_", "jsonb", ["LongText"], [`'{"a":1}'`, `'"a"'`, "'1'", "'[]'", `'""'`]),
  ],
  codeType: `text collate ${place}loose`,
  codes: ["'a'", "'b '", "'b'", "'straße'", "'0'", "'🚢'"],
  references: foreignReferences,
  cases: [],
});

/** What is to be made before the tables. */
export const foreignTypes = (place: string): readonly string[] => [
  `create collation ${place}loose (provider = icu, locale = 'und-u-ks-level1', deterministic = false)`,
  `create collation ${place}shifted (provider = icu, locale = 'und-u-ka-shifted', deterministic = false)`,
  `create type ${place}colour as enum ('red', 'Green', 'blue', 'green', '')`,
  `create domain ${place}word as varchar(10)`,
  `create domain ${place}amount as numeric(10,2) check (value >= 0)`,
];
