/** The rows of a CSV file, in whatever parts its text comes. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CsvReader, writeCsv } from "./csv.ts";

function rowsOf(text: string, { size = text.length || 1, headerRow = 1 } = {}) {
  const reader = new CsvReader(headerRow);
  const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
  return [...parts.flatMap((part) => reader.push(part)), ...reader.end()];
}

type Expected = readonly [line: number, cells: readonly string[], quote?: string];

const CASES: readonly [what: string, text: string, rows: readonly Expected[]][] = [
  [
    "plain rows",
    "a,b\n1,2\n3,4\n",
    [
      [1, ["a", "b"]],
      [2, ["1", "2"]],
      [3, ["3", "4"]],
    ],
  ],
  [
    "no last line break",
    "a\n1",
    [
      [1, ["a"]],
      [2, ["1"]],
    ],
  ],
  [
    "Windows line breaks",
    "a,b\r\n1,2\r\n",
    [
      [1, ["a", "b"]],
      [2, ["1", "2"]],
    ],
  ],
  [
    "returns only",
    "a,b\r1,2\r",
    [
      [1, ["a", "b"]],
      [2, ["1", "2"]],
    ],
  ],
  [
    "empty lines",
    "\n\na\n\n\n1\n",
    [
      [3, ["a"]],
      [6, ["1"]],
    ],
  ],
  [
    "rows of separators",
    ";;\na;b;c\n;;\n1;;\n",
    [
      [2, ["a", "b", "c"]],
      [4, ["1", "", ""]],
    ],
  ],
  [
    "rows of blanks",
    "a,b\n , \n1,2",
    [
      [1, ["a", "b"]],
      [3, ["1", "2"]],
    ],
  ],
  [
    "line breaks inside quotes",
    'a,b\n"1\r\n2","3\n4"\n5,6\n',
    [
      [1, ["a", "b"]],
      [2, ["1\r\n2", "3\n4"]],
      [5, ["5", "6"]],
    ],
  ],
  [
    "quotes and commas",
    'a\n"say ""hi"", you"\n""""',
    [
      [1, ["a"]],
      [2, ['say "hi", you']],
      [3, ['"']],
    ],
  ],
  [
    "blanks around quotes",
    'a,b\n1, "x, y" \n',
    [
      [1, ["a", "b"]],
      [2, ["1", "x, y"]],
    ],
  ],
  [
    "a backslash and an n",
    "a\nx\\ny\n",
    [
      [1, ["a"]],
      [2, ["x\\ny"]],
    ],
  ],
  [
    "rows of other lengths",
    "a,b\n1\n1,2,3\n",
    [
      [1, ["a", "b"]],
      [2, ["1"]],
      [3, ["1", "2", "3"]],
    ],
  ],
  [
    "inches",
    'a,b\n1,5" pipe\n',
    [
      [1, ["a", "b"]],
      [2, ["1", '5" pipe']],
    ],
  ],
  [
    "semicolons",
    "a;b\n1,5;2\n",
    [
      [1, ["a", "b"]],
      [2, ["1,5", "2"]],
    ],
  ],
  [
    "tabs",
    'a\tb\n"1\t"\t \n',
    [
      [1, ["a", "b"]],
      [2, ["1\t", " "]],
    ],
  ],
  [
    "pipes",
    "a|b\n1|2\n",
    [
      [1, ["a", "b"]],
      [2, ["1", "2"]],
    ],
  ],
  [
    "commas in quoted headers",
    '"a,b,c";d\n1;2',
    [
      [1, ["a,b,c", "d"]],
      [2, ["1", "2"]],
    ],
  ],
  [
    "a mark of what separates",
    "sep=;\na,x;b\n1;2\n",
    [
      [2, ["a,x", "b"]],
      [3, ["1", "2"]],
    ],
  ],
  [
    "a mark of an odd sign",
    '"sep=^"\na^b\n1^"2"\n',
    [
      [2, ["a", "b"]],
      [3, ["1", "2"]],
    ],
  ],
  ["nothing", "", []],
  [
    "a cell that goes on after its quote",
    'a,b\n1,"x"y\n2,z\n',
    [
      [1, ["a", "b"]],
      [2, ["1", '"x"y'], '1,"x"y'],
      [3, ["2", "z"]],
    ],
  ],
  [
    "a quote that is never closed",
    'a,b\n1,"x\n2,y\n3,5" z\n',
    [
      [1, ["a", "b"]],
      [2, ["1", '"x'], '1,"x'],
      [3, ["2", "y"]],
      [4, ["3", '5" z']],
    ],
  ],
];

test.each(CASES)("%s", (_, text, rows) => {
  const expected = rows.map(([line, cells, quote]) =>
    quote === undefined ? { line, cells } : { line, cells, problems: [{ quote }] },
  );
  for (const size of [text.length || 1, 1, 2, 3, 7]) expect(rowsOf(text, { size })).toEqual(expected);
});

test("lines before the row of headers are skipped", () => {
  expect(rowsOf('Report; "of\n2026\n\na,b;c\n1,2\n', { headerRow: 3 })).toEqual([
    { line: 4, cells: ["a", "b;c"] },
    { line: 5, cells: ["1", "2"] },
  ]);
});

test("what is written is read again, in whatever parts", () => {
  const unit = fc.constantFrom("a", '"', ",", ";", "\n", "\r", " ", "\t", "é");
  const cell = fc.string({ unit, maxLength: 6 }).map((text) => `x${text}`);
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 });
  fc.assert(
    fc.property(
      rows,
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom("\r\n", "\n"),
      (lines, size, lineEnd) => {
        const all = [["h1", "h2"], ...lines];
        const read = rowsOf(writeCsv(all, { guards: false, lineEnd }), { size });
        expect(read.map(({ cells }) => cells)).toEqual(all);
      },
    ),
  );
});

describe("limits", () => {
  const LONGEST = 4_194_304;
  test.each([LONGEST - 1, LONGEST, LONGEST + 1])("a row of %i characters", (length) => {
    const parse = (text: string, parts: number) => {
      const reader = new CsvReader();
      const rows = [];
      for (let part = 0; part < parts; part++)
        rows.push(
          ...reader.push(text.slice((part * text.length) / parts, ((part + 1) * text.length) / parts)),
        );
      return [...rows, ...reader.end()];
    };
    for (const parts of [1, 64]) {
      const row = `a\n${"x".repeat(length)}`;
      for (const text of [row, `${row}\nb\n`]) {
        if (length <= LONGEST) expect(parse(text, parts)[1]?.cells[0]).toHaveLength(length);
        else
          expect(() => parse(text, parts)).toThrow(
            expect.objectContaining({ line: 2, message: "A row of it has more than 4,194,304 characters." }),
          );
      }
    }
  });

  test.each([16_383, 16_384, 16_385])("%i columns", (count) => {
    const parse = () => [...new CsvReader().push(`${"c,".repeat(count - 1)}c\n1\n`)];
    if (count <= 16_384) expect(parse()[0]?.cells).toHaveLength(count);
    else
      expect(parse).toThrow(
        expect.objectContaining({ line: 1, message: "It names more than 16,384 columns." }),
      );
  });
});
