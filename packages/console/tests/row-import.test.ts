import { type CallOptions, ProblemError } from "@tablewright/client";
import { expect, test } from "vitest";
import { type AddRows, RowImport } from "../src/page/import/row-import.ts";

interface SentCall {
  readonly rows: readonly object[];
  readonly options: CallOptions;
}

/** An import of rows with these cells, and the calls that it makes; `answer` throws what they are refused with. */
function importOf(texts: readonly string[], answer: (call: SentCall) => void, dryRun = false) {
  const calls: SentCall[] = [];
  const add: AddRows = async (_, rows, options) => {
    const call = { rows, options };
    calls.push(call);
    answer(call);
  };
  const rows = texts.map((text, at) => ({ line: at + 2, cells: [text, "left out"] }));
  const properties = dryRun ? { DryRun: true } : {};
  const started = new RowImport(add, { table: "T", key: ["A"], rows, columns: ["A", undefined], properties });
  let last = { done: 0, saved: 0, refused: [] as readonly { readonly row: { readonly line: number } }[] };
  const run = () =>
    started.run(new AbortController().signal, (progress) => {
      last = progress;
    });
  return { calls, run, result: () => ({ ...last, refused: last.refused.map(({ row }) => row.line) }) };
}

function problemAt(...rows: readonly number[]): ProblemError {
  return new ProblemError(422, {
    errors: rows.map((row) => ({ row, code: "cell/unreadable", message: "no" })),
  });
}

const texts = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);

test.each([
  [199, [199]],
  [200, [200]],
  [201, [200, 1]],
])("%i rows go in calls of %j", async (count, sizes) => {
  const { calls, run, result } = importOf(texts(count), () => {});
  await run();
  expect(calls.map(({ rows }) => rows.length)).toEqual(sizes);
  expect(result()).toEqual({ done: count, saved: count, refused: [] });
});

test("long rows go in calls of about a million characters, and the longest alone", async () => {
  const long = "x".repeat(400_000);
  const { calls, run } = importOf([long, long, long, `${long}${long}${long}`, "short"], () => {});
  await run();
  expect(calls.map(({ rows }) => rows.length)).toEqual([2, 1, 1, 1]);
});

test("a refused call is sent again without the rows that it names, until it is taken", async () => {
  const refusals = [problemAt(3), problemAt(1, 2)];
  const { calls, run, result } = importOf(texts(4), () => {
    const refusal = refusals.shift();
    if (refusal !== undefined) throw refusal;
  });
  await run();
  expect(calls.map(({ rows }) => rows)).toEqual([
    [{ A: "0" }, { A: "1" }, { A: "2" }, { A: "3" }],
    [{ A: "0" }, { A: "1" }, { A: "3" }],
    [{ A: "3" }],
  ]);
  expect(result()).toEqual({ done: 4, saved: 1, refused: [2, 3, 4] });
});

test("a call that was not answered is sent once more with the same key, and others have their own", async () => {
  let isLost = true;
  const { calls, run, result } = importOf(texts(201), () => {
    if (!isLost) return;
    isLost = false;
    throw new TypeError("fetch failed");
  });
  await expect(run()).rejects.toThrow("fetch failed");
  await run();
  const keys = calls.map(({ options }) => options.idempotencyKey);
  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(2);
  expect(result()).toEqual({ done: 201, saved: 201, refused: [] });
});

test("a refusal that names no row ends the import", async () => {
  const { run } = importOf(texts(2), () => {
    throw new ProblemError(403, { detail: "It may not.", code: "access/not-allowed" });
  });
  await expect(run()).rejects.toThrow("It may not.");
});

test("rows whose keys the application draws alike go one by one, and a try has no key of its own", async () => {
  const twice = new ProblemError(409, { errors: [{ row: 2, code: "key/twice", message: "twice" }] });
  const { calls, run, result } = importOf(
    ["", "", ""],
    ({ rows }) => {
      if (rows.length > 1) throw twice;
    },
    true,
  );
  await run();
  expect(calls.map(({ rows }) => rows.length)).toEqual([3, 1, 1, 1]);
  expect(calls.some(({ options }) => "idempotencyKey" in options)).toBe(false);
  expect(result()).toEqual({ done: 3, saved: 3, refused: [] });
});
