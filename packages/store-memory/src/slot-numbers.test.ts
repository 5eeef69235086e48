import { atOnce, type Row, type StoredTable } from "@tablewright/core/storage";
import fc from "fast-check";
import { expect, test } from "vitest";
import { InMemoryVersion } from "./in-memory-version.ts";
import { TableVersion } from "./table-version.ts";

const table: StoredTable = {
  name: "T",
  columns: [
    { name: "Id", kind: "integer", family: "number", indexed: false },
    { name: "Group", kind: "integer", family: "number", indexed: true },
    { name: "Amount", kind: "real", family: "number", indexed: false },
  ],
  key: [0],
  rowNumbers: "position",
};
const AMOUNT = 2;
const NUMBERS = new Float64Array(4_096);

function filled(count: number): TableVersion {
  const version = TableVersion.empty(table);
  const amountOf = (at: number) => (at % 7 === 0 ? null : at / 8);
  atOnce(version.insert(Array.from({ length: count }, (_, at) => [at, at % 3, amountOf(at)])));
  return version;
}

/** What `matchingNumbers` answers of a group, and what its rows say. */
function numbersOf(rows: InMemoryVersion, group: number, column = AMOUNT) {
  const count = rows.matchingNumbers(column, 1, "number", group, NUMBERS);
  const amounts = rows.matching(1, "number", group).map((row: Row) => row[column] ?? Number.NaN);
  return { numbers: count === undefined ? undefined : [...NUMBERS.subarray(0, count)], amounts };
}

test("numbers are the same before they are held together and after", () => {
  const rows = new InMemoryVersion(filled(5_000));
  for (let round = 0; round < 3; round++) {
    for (const group of [0, 1, 2, 3]) {
      const { numbers, amounts } = numbersOf(rows, group);
      expect(numbers).toEqual(amounts);
    }
  }
});

test("numbers of a list are those of its own rows, whatever forks of it were given", () => {
  const change = fc.oneof(
    fc.record({ add: fc.integer({ min: 1, max: 300 }) }),
    fc.record({ edit: fc.nat(4_999), amount: fc.option(fc.integer()) }),
    fc.record({ delete: fc.nat(4_999) }),
  );
  fc.assert(
    fc.property(fc.array(change, { maxLength: 6 }), (changes) => {
      let version = filled(5_000);
      const versions = [new InMemoryVersion(version)];
      let next = 10_000;
      for (const one of changes) {
        for (const group of [0, 1, 2]) numbersOf(versions.at(-1) as InMemoryVersion, group);
        version = version.fork();
        if ("add" in one)
          atOnce(version.insert(Array.from({ length: one.add }, () => [next++, next % 3, next / 4])));
        else if ("delete" in one) atOnce(version.delete([[one.delete]]));
        else if (version.rowOf([one.edit]) !== undefined)
          atOnce(version.update([[one.edit, one.edit % 2, one.amount]]));
        versions.push(new InMemoryVersion(version));
      }
      for (const rows of versions) {
        for (const group of [0, 1, 2]) {
          const { numbers, amounts } = numbersOf(rows, group);
          if (numbers !== undefined) expect(numbers).toEqual(amounts);
        }
      }
    }),
    { numRuns: 20 },
  );
});

test("rows have to be looked at where there is no room for all, and for row numbers", () => {
  const rows = new InMemoryVersion(filled(14_000));
  expect(numbersOf(rows, 0).numbers).toBeUndefined();
  expect(numbersOf(rows, 3).numbers).toEqual([]);
  expect(numbersOf(rows, 3, 3).numbers).toBeUndefined();
});

test("rows have to be looked at where one was removed", () => {
  const version = filled(100).fork();
  atOnce(version.delete([[4]]));
  expect(numbersOf(new InMemoryVersion(version), 1).numbers).toBeUndefined();
});
