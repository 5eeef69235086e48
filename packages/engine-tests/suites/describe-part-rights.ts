import type { EngineRequest, Result } from "@tablewright/core";
import type { Row, Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { type Workshop, withWorkshop } from "./workshop.ts";

/** Orders whose parts belong to other people, or stand in tables that not everybody may delete from. */
const SHOP = `
tablewright: 1
app:
  id: shop
  name: Shop
  owner: me@example.com
  timezone: UTC
  roles: { boss@example.com: Admin }
  api: { invocable: dataChange }
tables:
  Orders:
    key: [Order]
    columns: { Order: { type: Text }, State: { type: Text } }
  Lines:
    key: [Line]
    securityFilter: 'OR(ISBLANK([Owner]), [Owner] = USEREMAIL())'
    columns: { Line: { type: Text }, Order: { type: Ref, table: Orders, partOf: true }, Owner: { type: Email } }
  Marks:
    key: [Mark]
    columns: { Mark: { type: Text }, Line: { type: Ref, table: Lines, partOf: true } }
  Seals:
    key: [Seal]
    securityFilter: 'OR(ISBLANK([Owner]), [Owner] = USEREMAIL())'
    updates: [add]
    columns: { Seal: { type: Text }, Order: { type: Ref, table: Orders, partOf: true }, Owner: { type: Email } }
  Locks:
    key: [Lock]
    updates: 'IF(USERROLE() = "Admin", "ALL_CHANGES", "ADDS_ONLY")'
    columns: { Lock: { type: Text }, Mark: { type: Ref, table: Marks, partOf: true } }
  Journal:
    key: [Entry]
    columns: { Entry: { type: Text, initialValue: UNIQUEID() }, Of: { type: Text } }
actions:
  Drop: { table: Orders, deleteRow: true }
  Drop All: { table: Orders, onRows: { table: Orders, rows: "Orders[Order]", action: Drop } }
  Note: { table: Lines, addRow: { table: Journal, set: { Of: "[Line]" } } }
rules:
  Swept: { table: Orders, on: [edit], condition: '[State] = "Swept"', steps: [{ action: Drop }] }
  Line Gone: { table: Lines, on: [delete], steps: [{ action: Note }] }
`;

/** By table; two orders of which each has a line. */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  Orders: [
    ["a", null],
    ["b", null],
  ],
  Lines: [
    ["a1", "a", null],
    ["b1", "b", "me@example.com"],
  ],
  Marks: [["m1", "a1"]],
};

/** Deleting a row takes its parts along: those that the caller sees, and only where they may be deleted. */
export function describePartRights(make: MakeStore): void {
  const withShop = (more: typeof ROWS, run: (workshop: Workshop) => Promise<void>) => async () => {
    let opened: Store | undefined;
    const keep = (store: Store) => {
      opened = store;
      return store;
    };
    const fillAndRun = async (workshop: Workshop) => {
      await opened?.write(async (transaction) => {
        const tables = new Set([...Object.keys(ROWS), ...Object.keys(more)]);
        for (const table of tables)
          await transaction.insert(table, [...(ROWS[table] ?? []), ...(more[table] ?? [])]);
      });
      await run(workshop);
    };
    await withWorkshop(make, fillAndRun, keep, SHOP);
  };
  const call = (action: string, ...orders: string[]): EngineRequest => ({
    action,
    table: "Orders",
    rows: orders.map((Order) => ({ Order })),
  });
  const requestOf = (request: EngineRequest, email: string): EngineRequest => ({
    ...request,
    properties: { RunAsUserEmail: email },
  });
  const keysOf = async ({ rows }: Workshop, table: string, email = "me@example.com") =>
    (await rows(requestOf({ action: "Find", table }, email))).map((row) => Object.values(row)[1]);
  const errorsOf = (result: Result) =>
    result.ok ? [] : result.diagnostics.map(({ code, row, key, message }) => ({ code, row, key, message }));

  describe("rights to the parts of a row", () => {
    const hidden = { Lines: [["x1", "a", "ann@example.com"]], Marks: [["mx", "x1"]] };

    test.each(["Delete", "Drop"])("%s leaves parts that the caller does not see, and theirs", (action) =>
      withShop(hidden, async (workshop) => {
        await workshop.rows(call(action, "a"));
        expect(await keysOf(workshop, "Orders")).toEqual(["b"]);
        expect(await keysOf(workshop, "Lines", "ann@example.com")).toEqual(["x1"]);
        expect(await keysOf(workshop, "Marks")).toEqual(["mx"]);
        expect((await workshop.all("Journal")).map(({ Of }) => Of)).toEqual(["a1"]);
      })(),
    );

    test(
      "what is left waits for its future whole, and does not go with one that somebody else adds and deletes",
      withShop({ Lines: [["x1", "n", "ann@example.com"]] }, async (workshop) => {
        await workshop.rows(call("Add", "n"));
        await workshop.rows(call("Delete", "n"));
        expect(await keysOf(workshop, "Lines", "ann@example.com")).toEqual(["a1", "x1"]);
        const ann = (action: string) => requestOf(call(action, "n"), "ann@example.com");
        await workshop.rows(ann("Add"));
        await workshop.rows(ann("Delete"));
        expect(await keysOf(workshop, "Lines", "ann@example.com")).toEqual(["a1"]);
      }),
    );

    test.each(["Delete", "Drop", "Drop All"])(
      "%s is the same to the caller whatever parts are hidden",
      (action) => {
        const answers = async (more: typeof ROWS) => {
          const answers: string[] = [];
          const run = async (workshop: Workshop) => {
            answers.push(JSON.stringify(await workshop.engine.execute(call(action, "a"))));
            for (const table of workshop.engine.app.tables.keys()) {
              const rows = (await workshop.all(table)).filter((row) => row.Mark !== "mx");
              answers.push(JSON.stringify(rows.map(({ _RowNumber: _, Entry: __, ...cells }) => cells)));
            }
          };
          await withShop(more, run)();
          return answers;
        };
        const many = { ...hidden, Seals: [["s9", "a", "ann@example.com"]] };
        return expect(Promise.all([answers({}), answers(many)])).resolves.toSatisfy(
          ([without, withHidden]: [string[], string[]]) =>
            JSON.stringify(without) === JSON.stringify(withHidden),
        );
      },
    );

    test.each(["Delete", "Drop"])("%s needs the right to delete the parts, at whatever depth", (action) =>
      withShop({ Seals: [["s1", "b", null]], Locks: [["l1", "m1"]] }, async (workshop) => {
        const before = await workshop.all("Lines");
        expect(errorsOf(await workshop.engine.execute(call(action, "b", "a")))).toEqual([
          {
            code: "access/parts",
            row: 1,
            key: "b",
            message:
              "The row having key 'b' has parts in \"Seals\", and deleting those is not allowed by the table's updates.",
          },
          {
            code: "access/parts",
            row: 2,
            key: "a",
            message:
              "The row having key 'a' has parts in \"Locks\", and deleting those is not allowed by the table's updates.",
          },
        ]);
        expect([await keysOf(workshop, "Orders"), await workshop.all("Lines")]).toEqual([["a", "b"], before]);
        await workshop.rows(requestOf(call(action, "a"), "boss@example.com"));
        expect([await keysOf(workshop, "Orders"), await keysOf(workshop, "Locks")]).toEqual([["b"], []]);
      })(),
    );

    test(
      "an action that deletes other rows says so at the row that led there",
      withShop({ Seals: [["s1", "b", null]] }, async (workshop) => {
        const [error, ...others] = errorsOf(await workshop.engine.execute(call("Drop All", "a")));
        expect(error).toMatchObject({ code: "action/refused", row: 1 });
        expect(error?.message).toContain('parts in "Seals"');
        expect(others).toEqual([]);
        expect(await keysOf(workshop, "Orders")).toEqual(["a", "b"]);
      }),
    );

    test(
      "a rule needs no right, as for its other writes",
      withShop({ Seals: [["s1", "a", null]] }, async (workshop) => {
        await workshop.rows({ action: "Edit", table: "Orders", rows: [{ Order: "a", State: "Swept" }] });
        expect([await keysOf(workshop, "Orders"), await keysOf(workshop, "Seals")]).toEqual([["b"], []]);
      }),
    );
  });
}
