import { expect, test } from "vitest";
import { WindowSize } from "./window-size.ts";

/** Searches a table whose rows and whose statement cost so many milliseconds; the sizes and times of its windows. */
function search(slots: number, costOf: (low: number, size: number) => number, size = new WindowSize()) {
  const windows: { readonly slots: number; readonly milliseconds: number }[] = [];
  for (let low = 0; low < slots; ) {
    const next = Math.min(size.slots, slots - low);
    const milliseconds = costOf(low, next);
    if (milliseconds > size.longest) {
      size.stopped();
      windows.push({ slots: 0, milliseconds: size.longest });
      continue;
    }
    size.took(next, milliseconds);
    windows.push({ slots: next, milliseconds });
    low += next;
  }
  return windows;
}

const longest = (windows: ReturnType<typeof search>) =>
  Math.max(...windows.slice(0, -1).map(({ milliseconds }) => milliseconds));

test("cheap rows are searched in few windows, each of some milliseconds", () => {
  const windows = search(1_000_000, (_, size) => size * 0.0002);
  expect(windows.length).toBeLessThan(40);
  expect(longest(windows)).toBeLessThan(12);
});

test("dear rows are searched one by one", () => {
  const windows = search(50, (_, size) => size * 30);
  expect(windows.filter(({ slots }) => slots > 2)).toEqual([]);
});

test("rows that become dear make windows small, and rows that become cheap make them large again", () => {
  const isDear = (low: number) => low > 20_000 && low < 20_100;
  const windows = search(100_000, (low, size) => size * (isDear(low) || isDear(low + size) ? 4 : 0.001));
  expect(longest(windows)).toBeLessThan(45);
  expect(windows.length).toBeLessThan(200);
});

test.each([1, 2, 3, 4, 5])(
  "times that go up and down by half say nothing of what windows cost in any case: seed %i",
  (seed) => {
    let state = seed;
    const chance = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const windows = search(1_000_000, (_, size) => size * 0.0013 * (0.5 + chance()));
    expect(longest(windows)).toBeLessThan(30);
  },
);

test("what a statement costs in any case is not paid for each row", () => {
  const windows = search(100_000, (_, size) => 60 + size * 0.0002);
  expect(windows.length).toBeLessThan(30);
});

test("a search that runs once for each window makes windows large at once", () => {
  const size = new WindowSize();
  let windows = 0;
  for (let low = 0; low < 100_000; windows++) {
    const next = size.slots;
    size.took(next, 60 + next * 0.0002, 60);
    low += next;
  }
  expect(windows).toBeLessThan(5);
});

test.each([
  ["few after a search without such costs", 0, 1_000],
  ["more after one that begins with much to do", 45, 8_000],
  ["never very many", 900, 10_000],
])("rows that are handed on at a time: %s", (_, once, rows) => {
  const size = new WindowSize();
  size.took(size.slots, once + 1, once);
  expect(size.rows).toBe(rows);
});

test("a search by the same statement begins with the windows of the last one", () => {
  const size = new WindowSize();
  search(30_000, (_, slots) => slots * 0.0001, size);
  expect(search(30_000, (_, slots) => slots * 0.0001, size.again())).toHaveLength(1);
});

test("what a statement costs in any case is paid twice at most by a search after another", () => {
  const size = new WindowSize();
  search(100_000, (_, slots) => 60 + slots * 0.0002, size);
  expect(search(100_000, (_, slots) => 60 + slots * 0.0002, size.again()).length).toBeLessThan(3);
});

test("a small table says nothing of windows that are much larger than itself", () => {
  const size = new WindowSize();
  search(200, () => 0.001, size);
  const [first] = search(1_000_000, (_, slots) => slots * 0.01, size.again());
  expect(first?.slots).toBeLessThanOrEqual(400);
});
