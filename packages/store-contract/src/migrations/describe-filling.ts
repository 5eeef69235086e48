import type {
  Migration,
  Opening,
  PartwiseFilling,
  Row,
  Store,
  StoredTable,
  WriteTransaction,
} from "@tablewright/core/storage";
import { expect, test } from "vitest";
import { number, table, text } from "./migration-cases.ts";

/** A database that several processes open; all stores are closed when the test has finished. */
export interface FilledDatabase {
  open(tables: readonly StoredTable[], opening?: Opening): Promise<Store>;
  /** All that lies in it. */
  contents(): Promise<unknown>;
  /** Settles when a writer waits for the part that is filled just now; missing where none does. */
  whenWaiting?(): Promise<unknown>;
  /** Awaits `work` before each statement that puts converted values into a column. */
  beforeConverting(work: () => Promise<void>): void;
}

/**
 * Columns that a new definition adds to tables with rows, or gives another type: filled or converted while others write, whenever
 * a process ends.
 */
export function describeFilling(make: () => Promise<FilledDatabase>): void {
  const withRows = async () => {
    const database = await make();
    const store = await database.open([before]);
    const rows = Array.from({ length: ROWS }, (_, at) => [at + 1]);
    await store.write((transaction) => transaction.insert("Things", rows));
    return database;
  };
  const withTexts = async (texted = texts) => {
    const database = await make();
    const store = await database.open([texted]);
    const rows = Array.from({ length: ROWS }, (_, at) => [at + 1, `${at + 1}`]);
    await store.write((transaction) => transaction.insert("Things", rows));
    return database;
  };

  test("is filled while others write, with the rows that they add", async () => {
    const { open, whenWaiting } = await withRows();
    const writing = await open([before]);
    const parts: number[] = [];
    let writes: Promise<unknown> = Promise.resolve();
    const store = await open([after], {
      fillInParts: doubling(async (rows) => {
        parts.push(rows.length);
        if (parts.length > 1) return;
        writes = writing
          .write((transaction) => transaction.insert("Things", [[ROWS + 1]]))
          .then(() => writing.write((transaction) => transaction.update("Things", [[1, "changed"]])));
        await (whenWaiting?.() ?? writes);
      }),
    });
    await writes;
    expect(parts).toContain(ROWS + 1 - PAGE);
    expect(await valuesOf(store, [2, ROWS, ROWS + 1])).toEqual([
      "null 4",
      `null ${2 * ROWS}`,
      `null ${2 * ROWS + 2}`,
    ]);
  });

  test("is filled from where a process ended", async () => {
    const { open } = await withRows();
    const ends = doubling(async (_, at) => {
      if (at === 2) throw new Error("The process has ended.");
    });
    await expect(open([after], { fillInParts: ends })).rejects.toThrow("The process has ended.");
    const first: number[] = [];
    await open([after], {
      fillInParts: doubling(async ([row]) => void first.push(Number(row?.[0]))),
    });
    expect(first).toEqual([PAGE + 1]);
    const store = await open([after], { fillInParts: doubling(() => expect.unreachable()) });
    expect(await valuesOf(store, [1, ROWS])).toEqual(["null 2", `null ${2 * ROWS}`]);
  });

  test("is removed again when a row cannot be filled", async () => {
    const { contents, open } = await withRows();
    const old = await contents();
    const refusing = {
      ...doubling(),
      fillRows: async (_: unknown, __: unknown, rows: readonly Row[]) =>
        rows.filter(([id]) => Number(id) % PAGE === 0).map(([id]) => `Not ${id}.`),
    };
    await expect(open([after], { fillInParts: refusing })).rejects.toMatchObject({
      code: "server/migration-refused",
      message: `Not ${PAGE}.`,
    });
    expect(await contents()).toEqual(old);
  });

  test("is filled in rows that an older definition writes meanwhile and afterwards", async () => {
    const { open, whenWaiting } = await withRows();
    const old = await open([before]);
    const idle = await open([before]);
    const writes: Promise<unknown>[] = [];
    const meanwhile = [
      () => idle.write((transaction) => transaction.insert("Things", [[ROWS + 1, "late"]])),
      () => old.write((transaction) => transaction.update("Things", [[1, "changed"]])),
    ];
    const store = await open([after], {
      fillInParts: doubling(async () => {
        const work = meanwhile.shift()?.();
        if (work === undefined) return;
        writes.push(work);
        await Promise.race(whenWaiting === undefined ? [work] : [work, whenWaiting()]);
      }),
    });
    await Promise.all(writes);
    await open([after], { fillInParts: doubling() });
    expect(await valuesOf(store, [1, ROWS + 1])).toEqual(["changed 2", `late ${2 * ROWS + 2}`]);

    await old.write((transaction) => transaction.insert("Things", [[ROWS + 2, "later"]]));
    await idle.write((transaction) => transaction.update("Things", [[2, "again"]]));
    expect(await store.isFilled?.()).toBe(false);
    expect(await old.isFilled?.()).toBe(true);
    await store.open([after], { fillInParts: doubling() });
    expect(await store.isFilled?.()).toBe(true);
    expect(await valuesOf(store, [2, ROWS + 2])).toEqual(["again 4", `later ${2 * ROWS + 4}`]);
    await store.write((transaction) => transaction.update("Things", [[2, "mine", "mine too"]]));
    expect(await store.isFilled?.()).toBe(true);
  });

  test("is filled again when a definition that has left it out is followed by one that names it", async () => {
    const { open } = await withRows();
    const running = await open([after], { fillInParts: doubling() });
    const older = await open([before], { fillInParts: doubling() });
    expect(await running.isFilled?.()).toBe(false);
    await older.write((transaction) => transaction.update("Things", [[3, "back"]]));
    const rows: number[] = [];
    const counting = doubling(async (part) => void rows.push(part.length));
    await running.open([after], { fillInParts: counting });
    expect(rows).toEqual([PAGE, ROWS - PAGE]);
    expect(await valuesOf(running, [3])).toEqual(["back 6"]);
    await older.write((transaction) => transaction.update("Things", [[3, "twice"]]));
    await running.open([after], { fillInParts: counting });
    expect(rows).toEqual([PAGE, ROWS - PAGE, 1]);
    expect(await valuesOf(running, [3])).toEqual(["twice 6"]);
  });

  test("is filled again when that is asked for, and stays where a row cannot be filled", async () => {
    const { open } = await withRows();
    const store = await open([after], { fillInParts: doubling() });
    await store.write((transaction) => transaction.update("Things", [[1, "x", "wrong"]]));
    await store.open([after], { fillInParts: doubling(), refills: true });
    expect(await valuesOf(store, [1, ROWS])).toEqual(["x 2", `null ${2 * ROWS}`]);
    const refusing = { ...doubling(), fillRows: async () => ["Not so."] };
    await expect(store.open([after], { fillInParts: refusing, refills: true })).rejects.toThrow("Not so.");
    expect(await valuesOf(store, [1])).toEqual(["x 2"]);
    expect(await store.isFilled?.()).toBe(false);
  });

  test.each([
    ["a table", table("Items", before.columns, { was: "Things" })],
    ["a column", table("Things", [number("Id"), { ...text("Label"), was: "Name" }])],
    ["a type", table("Things", [number("Id"), number("Name")])],
  ])("a process with the definition from before a migration of %s is outdated", async (_, migrated) => {
    const { open } = await withRows();
    const running = await open([before]);
    await running.write((transaction) => transaction.update("Things", [[1, "1"]]));
    await running.check?.();
    const migration = { drops: false, converting: () => Number };
    const store = await open([migrated], { migration });
    const outdated = { code: "server/definition-outdated" };
    for (let time = 0; time < 2; time++) {
      for (const change of [
        (transaction: WriteTransaction) => transaction.insert("Things", [[ROWS + 1, "2"]]),
        (transaction: WriteTransaction) => transaction.update("Things", [[1, "3"]]),
        (transaction: WriteTransaction) => transaction.delete("Things", [[1]]),
      ])
        await expect(running.write<unknown>(change)).rejects.toMatchObject(outdated);
      const inserting = running.write((transaction) => transaction.insert("Things", [[ROWS + 2, "2"]]), {
        batch: "insert",
      });
      await expect(inserting).rejects.toMatchObject(outdated);
      await expect(running.check?.()).rejects.toMatchObject(outdated);
    }
    for (const keysOnly of [true, false]) {
      const reading = running.read((transaction) => transaction.getByKeys("Things", [[1]]), { keysOnly });
      await expect(reading).rejects.toMatchObject(outdated);
    }
    const name = migrated.name;
    const rows = await store.read((transaction) => transaction.getByKeys(name, [[1], [ROWS + 1]]));
    expect(rows).toEqual([[1, migrated.columns[1]?.kind === "text" ? "1" : 1, 1], undefined]);
  });

  test("is filled in rows that were noted before their table got another name, and their key another type", async () => {
    const { open } = await withRows();
    const old = await open([before]);
    await open([after], { fillInParts: doubling() });
    await old.write((transaction) => transaction.insert("Things", [[ROWS + 1, "noted"]]));
    const columns = [text("Id"), ...after.columns.slice(1)];
    const renamed = table("Items", columns, { was: "Things" });
    const migration = { drops: false, converting: () => String };
    const store = await open([renamed], { migration, fillInParts: doubling() });
    const [row] = await store.read((transaction) => transaction.getByKeys("Items", [[`${ROWS + 1}`]]));
    expect(row?.slice(1, 3)).toEqual(["noted", `noted ${2 * ROWS + 2}`]);
  });

  test("is converted while others write, with the rows that they write", async () => {
    const { open, beforeConverting } = await withTexts();
    const old = await open([texts]);
    const { migration, whenLast } = converting();
    beforeConverting(
      whenLast(async () => {
        await old.write((transaction) => transaction.insert("Things", [[ROWS + 1, "7"], [ROWS + 2]]));
        await old.write((transaction) =>
          transaction.update("Things", [
            [1, "8"],
            [2, null],
          ]),
        );
        await old.write((transaction) => transaction.delete("Things", [[3]]));
        const late = await open([texts]);
        expect(await late.planOpen?.([texts])).toEqual([]);
        await late.write((transaction) => transaction.insert("Things", [[3, "9"]]));
        expect(await late.isFilled?.()).toBe(true);
      }),
    );
    const store = await open([converted], { migration });
    const rows = await valuesOf(store, ["1", "2", "3", "4", `${ROWS}`, `${ROWS + 1}`, `${ROWS + 2}`], 1);
    expect(rows).toEqual([8, null, 9, 4, ROWS, 7, null]);
    const writing = old.write((transaction) => transaction.insert("Things", [[ROWS + 3, "1"]]));
    await expect(writing).rejects.toMatchObject({ code: "server/definition-outdated" });
    await store.open([converted], { fillInParts: doubling() });
    expect(await store.isFilled?.()).toBe(true);
    expect(await store.planOpen?.([converted])).toEqual([]);
  });

  test("is as it was after an error in the middle of converting", async () => {
    const { open, contents, beforeConverting } = await withTexts();
    const whole = await contents();
    const { migration, whenLast } = converting();
    beforeConverting(whenLast(() => Promise.reject(new Error("in the middle"))));
    await expect(open([converted], { migration })).rejects.toThrow("in the middle");
    expect(await contents()).toEqual(whole);
  });

  test("is refused with a value that others write meanwhile and that does not convert", async () => {
    const { open, contents, beforeConverting } = await withTexts();
    const old = await open([texts]);
    const whole = await contents();
    const { migration, whenLast } = converting();
    const writeName = (name: string) =>
      old.write((transaction) => transaction.update("Things", [[1, name]])).then(() => undefined);
    beforeConverting(whenLast(() => writeName("x")));
    await expect(open([converted], { migration })).rejects.toMatchObject({
      code: "server/migration-refused",
      message: expect.stringContaining(
        '1 value of the type Text that cannot be read as Number: "x" in the row "1".',
      ),
    });
    await writeName("1");
    expect(await contents()).toEqual(whole);
  });

  test("is refused with a key that others write meanwhile and that is converted to that of another row", async () => {
    const [keyed, convertedKey] = [texts, converted].map((one) => ({ ...one, key: [1] }));
    const { open, contents, beforeConverting } = await withTexts(keyed);
    const old = await open([keyed as StoredTable]);
    const { migration, whenLast } = converting(2 * TRIES);
    beforeConverting(
      whenLast(async () => void (await old.write((write) => write.insert("Things", [[ROWS + 1, "01"]])))),
    );
    await expect(open([convertedKey as StoredTable], { migration })).rejects.toMatchObject({
      code: "server/migration-refused",
      message: expect.stringContaining('"Name" cannot tell the rows of table "Things" apart'),
    });
    expect(await old.planOpen?.([keyed as StoredTable])).toEqual([]);
    expect(JSON.stringify(await contents())).not.toMatch(/shadowOf|"Name~2"/u);
  });

  test("is filled by one of two processes that start together", async () => {
    const { open } = await withRows();
    const parts: number[] = [];
    const counting = () => ({ fillInParts: doubling(async (rows) => void parts.push(rows.length)) });
    await Promise.all([open([after], counting()), open([after], counting())]);
    expect(parts).toEqual([PAGE, ROWS - PAGE]);
  });
}

const PAGE = 2_000;
const ROWS = 2_100;

const before = table("Things", [number("Id"), text("Name")]);
const after = table("Things", [...before.columns, { ...text("Both"), indexed: true }]);
const texts = table("Things", before.columns, { rowNumbers: "stable" });
const converted = table("Things", [text("Id"), { ...number("Name"), indexed: true }], {
  rowNumbers: "stable",
});

/** Converts between numbers and texts; `whenLast` runs `work` once, when the last Name has been converted after all were tried. */
function converting(tries = TRIES) {
  let isLast = false;
  let times = 0;
  const migration: Migration = {
    drops: false,
    converting: (_, column) => (value) => {
      if (column === "Id") return String(value);
      isLast ||= value === `${ROWS}` && ++times > tries;
      return /^\d+$/u.test(String(value)) ? Number(value) : undefined;
    },
  };
  const whenLast = (work: () => Promise<void>) => async () => {
    if (!isLast) return;
    [isLast, times] = [false, Number.NEGATIVE_INFINITY];
    await work();
  };
  return { migration, whenLast };
}

/** How often all values are tried: before a process has its turn to alter tables, and in it. */
const TRIES = 2;

/** Gives each row its Name and twice its Id; `meanwhile` is awaited in each part. */
function doubling(
  meanwhile: (rows: readonly Row[], part: number) => Promise<void> = async () => undefined,
): PartwiseFilling {
  let part = 0;
  return {
    steps: (added) =>
      added.flatMap(({ table: name, columns }) =>
        columns.includes("Both") ? [{ table: name, columns: ["Both"] }] : [],
      ),
    fillRows: async (transaction, { table: name }, rows) => {
      part++;
      await meanwhile(rows, part);
      await transaction.update(
        name,
        rows.map((row) => row.with(2, `${row[1]} ${Number(row[0]) * 2}`)),
      );
      return [];
    },
  };
}

async function valuesOf(
  store: Store,
  ids: readonly (number | string)[],
  column = 2,
): Promise<readonly unknown[]> {
  const keys = ids.map((id) => [id]);
  const rows = await store.read((transaction) => transaction.getByKeys("Things", keys));
  return rows.map((row) => row?.[column]);
}
