import type { MigrationStep, Row } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import type { MigratingStore } from "./migrations/migrating-store.ts";
import {
  CASES,
  converting,
  formerly,
  MIGRATIONS,
  number,
  people,
  REFUSALS,
  ROWS,
  table,
  teams,
  text,
} from "./migrations/migration-cases.ts";

/**
 * What opening a store with another definition would do is said beforehand, and done in one transaction or not at all. A store
 * that `altersInSteps` fills columns after it has changed the others; one that tells no plans is none that `isPlanned`. Writers
 * wait while one converts values, unless it `convertsBeside` them.
 */
export function describeMigrations(
  name: string,
  make: () => Promise<MigratingStore>,
  { altersInSteps = false, isPlanned = true, convertsBeside = true } = {},
): void {
  const withPeople = async (work: (made: MigratingStore) => Promise<void>) => {
    const underTest = await make();
    try {
      await underTest.store.open([people, teams]);
      await underTest.store.write((transaction) => transaction.insert("People", ROWS));
      await work(underTest);
    } finally {
      await underTest.dispose();
    }
  };

  const planned = (steps: readonly MigrationStep[]) =>
    steps.map((step): MigrationStep => {
      const isExclusive = step.what === "convertColumn" && step.values > 0 && !convertsBeside;
      return isExclusive ? { ...step, isExclusive } : step;
    });

  describe(`migration of ${name}`, () => {
    test.each(CASES)("%s: the plan says so, changes nothing, and opening does it", (_, tables, steps) =>
      withPeople(async ({ store, contents }) => {
        const before = await contents();
        if (isPlanned) expect(await store.planOpen?.(tables)).toEqual(steps);
        expect(await contents()).toEqual(before);
        if (steps.some(({ what }) => what === "refuse")) {
          await expect(store.open(tables)).rejects.toMatchObject({ code: "server/migration-refused" });
          expect(await contents()).toEqual(before);
          return;
        }
        await store.open(tables);
        if (isPlanned)
          expect(await store.planOpen?.(tables)).toEqual(steps.filter(({ what }) => what.startsWith("keep")));
      }),
    );

    test.each(MIGRATIONS)(
      "%s: opening refuses it, a migration does what its plan says",
      (_, tables, { drops = false, steps, rows = {} }) =>
        withPeople(async ({ store, contents }) => {
          const migration = { drops, converting };
          for (let time = 0; time < 3; time++)
            await store.read((transaction) => transaction.getByKeys("People", [["a"], ["b"]]));
          const before = await contents();
          if (isPlanned) expect(await store.planOpen?.(tables, { migration })).toEqual(planned(steps));
          if (!drops) {
            const pending = { code: "server/migration-refused", isPending: true };
            await expect(store.open(tables)).rejects.toMatchObject(pending);
          }
          expect(await contents()).toEqual(before);
          await store.open(tables, { migration });
          if (isPlanned)
            expect(await store.planOpen?.(tables)).toEqual(
              steps.filter(({ what }) => what.startsWith("keep")),
            );
          for (const [name, [keys, expected]] of Object.entries(rows))
            expect(await store.read((transaction) => transaction.getByKeys(name, keys))).toEqual(expected);
          await store.open(tables);
        }),
    );

    test.each(REFUSALS)("%s: a migration is refused, and changes nothing", (_, tables, reason) =>
      withPeople(async ({ store, contents }) => {
        const migration = { drops: true, converting };
        const before = await contents();
        const plan = await store.planOpen?.(tables, { migration });
        if (isPlanned)
          expect(plan?.flatMap((step) => (step.what === "refuse" ? [step.reason] : []))).toEqual([reason]);
        const refusal = { code: "server/migration-refused", isPending: false, message: reason };
        await expect(store.open(tables, { migration })).rejects.toMatchObject(refusal);
        expect(await contents()).toEqual(before);
      }),
    );

    test("a definition from before a migration that has renamed is refused, and begins nothing anew", () =>
      withPeople(async ({ store, contents }) => {
        const renamed = table("Persons", [text("Id"), { ...text("Full Name"), was: "Name" }, number("Age")], {
          was: "People",
        });
        await store.open([renamed, teams], { migration: { drops: false, converting } });
        const before = await contents();
        const older = [people, teams];
        const reason = expect.stringContaining(
          'The table "People" was renamed to "Persons" by a migration, and this definition does not know that',
        );
        const refusal = { code: "server/migration-refused", isPending: false };
        await expect(store.open(older)).rejects.toMatchObject({ ...refusal, message: reason });
        if (isPlanned)
          expect(await store.planOpen?.(older)).toContainEqual({ what: "refuse", table: "People", reason });
        const ofColumn = [table("Persons", people.columns), teams];
        await expect(store.open(ofColumn)).rejects.toMatchObject({
          ...refusal,
          message: expect.stringContaining('Column "Name" of table "Persons" was renamed to "Full Name"'),
        });
        expect(await contents()).toEqual(before);
        await store.open([table("Persons", [...renamed.columns, text("Name")]), people, teams]);
        const [row] = await store.read((transaction) => transaction.getByKeys("Persons", [["a"]]));
        expect(row).toEqual(["a", "Ada", 7, null, 1]);
      }));

    test("a definition may go back to a name that a migration has taken", () =>
      withPeople(async ({ store }) => {
        const migration = { drops: false, converting };
        await store.open([table("Persons", people.columns, { was: "People" }), teams], { migration });
        await store.open([table("People", people.columns, { was: "Persons" }), teams], { migration });
        await store.open([people, teams]);
        const older = store.open([table("Persons", people.columns), teams]);
        await expect(older).rejects.toThrow('The table "Persons" was renamed to "People"');
      }));

    test("of very many values that do not convert some are named", () =>
      withPeople(async ({ store }) => {
        const more = Array.from({ length: 30 }, (_, at) => [`x${at}`, `n${at}`, at]);
        await store.write((transaction) => transaction.insert("People", more));
        const tables = [table("People", [text("Id"), number("Name"), number("Age")]), teams];
        await expect(store.open(tables, { migration: { drops: false, converting } })).rejects.toThrow(
          /32 values .* "Ada" in the row "a", "Bob" in the row "b", "n0" .* and 12 more\.$/u,
        );
      }));

    test("a key that is blank in a row is refused with the row named", () =>
      withPeople(async ({ store, contents }) => {
        await store.write((transaction) => transaction.insert("People", [["c"], ["d", "Dan"], ["e"]]));
        const before = await contents();
        const tables = [table("People", people.columns, { key: [1] }), teams];
        await expect(store.open(tables)).rejects.toThrow(
          '"Name" cannot be the key of table "People": it is blank in the rows "c", "e".',
        );
        expect(await contents()).toEqual(before);
      }));

    test("columns that are added to rows are filled in the same transaction", () =>
      withPeople(async ({ store }) => {
        const tables = [table("People", [...people.columns, text("Note", true)]), teams];
        await store.open(tables, {
          fill: async (transaction, added) => {
            expect(added).toEqual([{ table: "People", columns: ["Note"] }]);
            const rows = await transaction.getByKeys("People", [["a"], ["b"]]);
            await transaction.update(
              "People",
              rows.map((row) => row?.with(3, `of ${row[1]}`) as Row),
            );
          },
        });
        const read = await store.read((transaction) => transaction.getByKeys("People", [["b"]]));
        expect(read).toEqual([["b", "Bob", 7, "of Bob", 2]]);
        await store.open([...tables, table("Notes", [text("Note")])], {
          fill: async () => expect.unreachable(),
        });
      }));

    test("columns whose filling fails are filled when the store is opened again", () =>
      withPeople(async ({ store }) => {
        const tables = [table("People", [...people.columns, text("Note", true)]), teams];
        const fill = () => Promise.reject(new Error("in the middle"));
        await expect(store.open(tables, { fill })).rejects.toThrow("in the middle");
        await store.open(tables, {
          fill: async (transaction, added) => {
            expect(added).toEqual([{ table: "People", columns: ["Note"] }]);
            await transaction.update("People", [["b", "Bob", 7, "filled"]]);
          },
        });
        const [row] = await store.read((transaction) => transaction.getByKeys("People", [["b"]]));
        expect(row).toEqual(["b", "Bob", 7, "filled", 2]);
        await store.open(tables, { fill: async () => expect.unreachable() });
      }));

    test.skipIf(altersInSteps)(
      "an error in the middle of opening leaves the old state, and the store goes on with it",
      () =>
        withPeople(async ({ store, contents }) => {
          const before = await contents();
          const tables = [
            table("Persons", [text("Key"), text("Name", true), text("Age"), text("Note", true)], {
              was: "People",
            }),
            table("Notes", [text("Note")]),
          ].map((one) => ({ ...one, columns: one.columns.map(formerly({ Key: "Id" })) }));
          const opening = {
            migration: { drops: true, converting },
            fill: async () => {
              throw new Error("in the middle");
            },
          };
          await expect(store.open(tables, opening)).rejects.toThrow("in the middle");
          expect(await contents()).toEqual(before);
          await store.write((transaction) => transaction.insert("People", [["c", "Cyd", 3]]));
          const [row] = await store.read((transaction) => transaction.getByKeys("People", [["c"]]));
          expect(row).toEqual(["c", "Cyd", 3, 3]);
        }),
    );
  });
}
