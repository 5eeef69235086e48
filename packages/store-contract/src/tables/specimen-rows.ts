import { toCanonical } from "@tablewright/core/compiler";
import type { Row, Value } from "@tablewright/core/storage";
import fc from "fast-check";

/** Texts that a careless fold, collation or count takes for equal, or for different. */
const trickyTexts = [
  "a",
  "A",
  "b",
  "B",
  "ab",
  "aB ",
  " ab",
  "10",
  "9",
  "straße",
  "STRASSE",
  "Straße",
  "STRAẞE",
  "ΟΔΟΣ",
  "οδος",
  "οδοσ",
  "İ",
  "i̇",
  "I",
  "ı",
  "K",
  "K",
  "Å",
  "Å",
  "Å",
  "é",
  "é",
  "É",
  "ﬀ",
  "ff",
  "ſ",
  "s",
  "🚢",
  "🚢 x",
  "👩‍👩‍👧",
  "👩",
  "\u{1F600}",
  "\uffee",
  "\u{10000}",
  "a%b",
  "a_b",
  "a\\b",
  "[a]",
  "*",
  "?",
  "'",
  '"',
  "x\ny",
  "\u2028",
  "__proto__",
  "null",
];

const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...trickyTexts) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }).filter(isStorable) },
);
const longText = fc.oneof(
  text,
  fc.array(text, { minLength: 2, maxLength: 5 }).map((parts) => parts.join(" ")),
);
const wholeNumber = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.maxSafeInteger(),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 31, -(2 ** 31) - 1, 2 ** 32),
);
const decimal = fc.oneof(
  fc.integer({ min: -400, max: 400 }).map((hundredths) => asStored(hundredths / 100)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(asStored),
  fc
    .constantFrom(0.1, 0.2, 0.3, 0.1 + 0.2, 1 / 3, 1e15, 123456789012345.6, 1.7976931348623157e308, 5e-324)
    .map(asStored),
);
const price = fc.integer({ min: -100_000, max: 100_000 }).map((cents) => asStored(cents / 100));
const day = fc.oneof(
  fc.integer({ min: 20_520, max: 20_550 }),
  fc.integer({ min: -719_162, max: 2_932_896 }),
  fc.constantFrom(-719_162, -1, 0, 11_016, 19_416, 19_782, 20_453, 20_526, 47_540, 2_932_896),
);
const clock = fc.oneof(fc.constantFrom(0, 43_200, 86_399), fc.integer({ min: 0, max: 86_399 }));
const dateTime = fc.tuple(day, clock).map(([days, seconds]) => days * 86_400 + seconds);
const span = fc.oneof(fc.constantFrom(0, 3_600, -3_600), fc.integer({ min: -10_000_000, max: 10_000_000 }));
const place = fc
  .tuple(fc.constantFrom(-90, -0.5, 0, 52.520008, 90), fc.constantFrom(-180, 0, 13.404954, 180))
  .map(([lat, long]) => `${lat.toFixed(6)}, ${long.toFixed(6)}`);

/** The keys of the rows in `Teams`, then one that has no row. */
export const teamKeys = ["Red", "red", "Blue", "Grün", "Nobody"];

/** A row of `Specimens` without its key: every column may be blank, and common values come often enough to be equal. */
const specimen: fc.Arbitrary<Value[]> = fc.tuple(
  orBlank(text),
  orBlank(longText),
  orBlank(wholeNumber),
  orBlank(fc.integer({ min: -5, max: 5 })),
  orBlank(decimal),
  orBlank(price),
  orBlank(fc.integer({ min: -200, max: 200 }).map((hundredths) => asStored(hundredths / 100))),
  orBlank(fc.boolean()),
  orBlank(day),
  orBlank(dateTime),
  orBlank(clock),
  orBlank(span),
  orBlank(place),
  orBlank(fc.constantFrom(...teamKeys)),
  orBlank(fc.array(text, { maxLength: 3 })),
) as fc.Arbitrary<Value[]>;

/** Rows for `Specimens`, their keys all different. */
export const specimenRows: fc.Arbitrary<readonly Row[]> = fc
  .array(specimen, { maxLength: 25 })
  .map((rows) => rows.map((row, at) => [`${at % 2 === 0 ? "k" : "K"}${at >> 1}`, ...row]));

export const teamRows: readonly Row[] = teamKeys
  .slice(0, -1)
  .map((name, at) => [name, at === 2 ? null : at * 2]);

function orBlank<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(arbitrary, { freq: 5 });
}

/** What the engine lets through to a store. */
function isStorable(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}

/** The engine makes no negative zero, which not every store tells from zero, and stores 15 digits. */
function asStored(value: number): number {
  return (Number.isFinite(value) ? toCanonical(value) : 0) + 0;
}
