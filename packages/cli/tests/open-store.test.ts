/** Which addresses open a store. */
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "../src/stores/open-store.ts";

test("memory: is the store in memory", async () => {
  expect((await openStore("memory:")).name).toBe("memory");
});

test("sqlite: is the store in a file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-"));
  const store = await openStore(`sqlite:${join(folder, "rows 1.sqlite")}`);
  expect(store.name).toBe("sqlite");
  await store.close();
  expect(readdirSync(folder)).toEqual(["rows 1.sqlite"]);
  rmSync(folder, { recursive: true });
});

test("memory: with a file is the store in memory, saved whole when it is closed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-"));
  const file = join(folder, "rows.jsonl");
  const store = await openStore(`memory:${file}`);
  await expect(openStore(`memory:${file}`)).rejects.toThrow("in use by another store of this process");
  await store.open([people]);
  await store.write((transaction) => transaction.insert("People", [["\ud800\u2028é"]]));
  expect(readdirSync(folder)).toEqual([]);
  await Promise.all([store.close(), store.close()]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  chmodSync(file, 0o640);
  const again = await openStore(`memory:${file}`);
  const found = await again.read((transaction) => transaction.getByKeys("People", [["\ud800\u2028é"]]));
  expect(found).toEqual([["\ud800\u2028é", 1]]);
  await again.close();
  expect(readdirSync(folder)).toEqual(["rows.jsonl"]);
  expect(statSync(file).mode & 0o777).toBe(0o640);
  rmSync(folder, { recursive: true });
});

test("a file of lines that was cut off is refused, left as it is and not held", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-"));
  const file = join(folder, "rows.jsonl");
  const text = '{"format":"tablewright-store","version":1}\n{"lin';
  writeFileSync(file, text);
  for (let time = 0; time < 2; time++)
    await expect(openStore(`memory:${file}`)).rejects.toThrow(`"${file}" is not loaded: Line 2 is cut off`);
  expect(readFileSync(file, "utf8")).toBe(text);
  rmSync(folder, { recursive: true });
});

test("what cannot be saved is said, and the old file stays", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-"));
  const store = await openStore(`memory:${join(folder, "rows.jsonl")}`);
  rmSync(folder, { recursive: true });
  await expect(store.close()).rejects.toThrow('rows.jsonl" is not saved: ENOENT');
});

test.each([
  ["a file", true],
  ["no file", false],
])(
  "two stores that begin with %s lose no rows: the second to be saved leaves it and writes beside it",
  async (_, isThere) => {
    const folder = mkdtempSync(join(tmpdir(), "tablewright-"));
    const file = join(folder, "rows.jsonl");
    if (isThere) await (await openStore(`memory:${file}`)).close();
    const store = await openStore(`memory:${file}`);
    await store.open([people]);
    await store.write((transaction) => transaction.insert("People", [["ours"]]));
    const other = await openStore(`memory:${file}.new`);
    await other.open([people]);
    await other.write((transaction) => transaction.insert("People", [["theirs"]]));
    await other.close();
    renameSync(`${file}.new`, file);
    const beside = `${file}.${process.pid}.unsaved`;
    await expect(store.close()).rejects.toThrow(
      `"${file}" is not saved: it has been written by another process since it was loaded, so the rows of this one are in "${beside}".`,
    );
    expect(readFileSync(file, "utf8")).toContain('"theirs"');
    expect(readFileSync(beside, "utf8")).toContain('"ours"');
    expect(readdirSync(folder).sort()).toEqual(["rows.jsonl", `rows.jsonl.${process.pid}.unsaved`]);
    rmSync(folder, { recursive: true });
  },
);

test("a process that only reads a file meanwhile is in nobody's way", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-"));
  const file = join(folder, "rows.jsonl");
  await (await openStore(`memory:${file}`)).close();
  const store = await openStore(`memory:${file}`);
  const saved = readFileSync(file);
  writeFileSync(`${file}.new`, saved);
  renameSync(`${file}.new`, file);
  await store.open([people]);
  await store.write((transaction) => transaction.insert("People", [["ours"]]));
  await store.close();
  expect(readFileSync(file, "utf8")).toContain('"ours"');
  expect(readdirSync(folder)).toEqual(["rows.jsonl"]);
  rmSync(folder, { recursive: true });
});

const people = {
  name: "People",
  columns: [{ name: "Id", kind: "text", family: "text", indexed: false }],
  key: [0],
  rowNumbers: "position",
} as const;

test.each([
  ["memory:no/such/folder/rows.jsonl", '"no/such/folder/rows.jsonl" is not loaded: ENOENT'],
  [
    "oracle://me:secret@host/db",
    'There is no store for "oracle://…@host/db"; an address begins with "memory:" or "sqlite:" or "postgres:" or "postgresql:" or "mysql:" or "mariadb:".',
  ],
  ["rows.sqlite", 'Did you mean "sqlite:rows.sqlite"?'],
  ["data/rows.jsonl", 'Did you mean "memory:data/rows.jsonl"?'],
  ["oracle://me:a/b@c@host/db", 'There is no store for "oracle://…@host/db"; an address begins with'],
  [
    "postgres://me:a/b@host/db",
    'The address of the database is not understood; write it like "postgres://user:',
  ],
  [
    "postgres://me:secret@127.0.0.1:1/db",
    'The database "db" at 127.0.0.1:1 cannot be reached (ECONNREFUSED).',
  ],
  [
    "postgresql://me:secret@127.0.0.1:1/db",
    'The database "db" at 127.0.0.1:1 cannot be reached (ECONNREFUSED).',
  ],
  ["mysql://me:a/b@host/db", 'The address of the database is not understood; write it like "mysql://user:'],
  [
    "mysql://me:secret@127.0.0.1:1/db",
    'The database "db" at 127.0.0.1:1 cannot be reached, or does not answer (ECONNREFUSED).',
  ],
  ["mariadb://me:secret@127.0.0.1:1/db", 'The database "db" at 127.0.0.1:1 cannot be reached'],
  [
    "memory",
    'There is no store for "memory"; an address begins with "memory:" or "sqlite:" or "postgres:" or "postgresql:" or "mysql:" or "mariadb:".',
  ],
  [
    "",
    'There is no store for ""; an address begins with "memory:" or "sqlite:" or "postgres:" or "postgresql:" or "mysql:" or "mariadb:".',
  ],
  [
    "constructor:",
    'There is no store for "constructor:"; an address begins with "memory:" or "sqlite:" or "postgres:" or "postgresql:" or "mysql:" or "mariadb:".',
  ],
  ["sqlite:", 'The address "sqlite:" names no file; write it like "sqlite:rows.sqlite".'],
  [
    "sqlite:no/such/folder/rows.sqlite",
    '"no/such/folder/rows.sqlite" cannot be opened: its folder has to exist',
  ],
])("%s", async (url, sentence) => {
  await expect(openStore(url)).rejects.toThrow(sentence);
});
