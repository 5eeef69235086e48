import type { EngineRequest } from "@tablewright/core";
import type { Row, Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { type Workshop, withWorkshop } from "./workshop.ts";

/** Berths whose deletion each table that refers to them answers in its own way. */
const PORT = `
tablewright: 1
app:
  id: port
  name: Port
  owner: me@example.com
  timezone: UTC
  roles: { boss@example.com: Admin }
  api: { invocable: dataChange }
tables:
  Berths: { key: [Berth], columns: { Berth: { type: Text }, State: { type: Text } } }
  Cranes:
    key: [Crane]
    columns: { Crane: { type: Text }, Berth: { type: Ref, table: Berths, partOf: true } }
  Boats:
    key: [Boat]
    securityFilter: 'OR(ISBLANK([Owner]), [Owner] = USEREMAIL())'
    columns:
      Boat: { type: Text }
      Berth: { type: Ref, table: Berths, onDelete: restrict }
      Crane: { type: Ref, table: Cranes, onDelete: restrict }
      Owner: { type: Email }
  Plans:
    key: [Plan]
    securityFilter: 'OR(ISBLANK([Owner]), [Owner] = USEREMAIL())'
    updates: 'IF(USERROLE() = "Admin", "READ_ONLY", "ALL_CHANGES")'
    columns:
      Plan: { type: Text }
      From: { type: Ref, table: Berths, onDelete: clear }
      To: { type: Ref, table: Berths, onDelete: clear, requiredIf: '[Plan] = "must"' }
      Owner: { type: Email }
      Way: { type: Text, formula: '[From] & "-" & [To]' }
      Changes: { type: ChangeCounter }
  Bills:
    key: [Bill]
    securityFilter: 'OR(ISBLANK([Owner]), [Owner] = USEREMAIL())'
    columns:
      Bill: { type: Text }
      Berth: { type: Ref, table: Berths, onDelete: delete }
      Last: { type: Ref, table: Notes, onDelete: delete }
      Owner: { type: Email }
  Notes:
    key: [Note]
    columns: { Note: { type: Text }, Bill: { type: Ref, table: Bills, onDelete: delete } }
  Piers: { key: [Pier], columns: { Pier: { type: Text }, Behind: { type: Ref, table: Piers, onDelete: restrict } } }
  Heard: { key: [Entry], columns: { Entry: { type: Text, initialValue: UNIQUEID() }, Of: { type: Text } } }
actions:
  Drop: { table: Berths, deleteRow: true }
  Hear Plan: { table: Plans, addRow: { table: Heard, set: { Of: "[Plan]" } } }
  Hear Note: { table: Notes, addRow: { table: Heard, set: { Of: "[Note]" } } }
rules:
  Swept: { table: Berths, on: [edit], condition: '[State] = "Swept"', steps: [{ action: Drop }] }
  Plan Changed: { table: Plans, on: [edit], steps: [{ action: Hear Plan }] }
  Note Gone: { table: Notes, on: [delete], steps: [{ action: Hear Note }] }
`;

const ANN = "ann@example.com";

/** What `onDelete` of a Ref has a Delete do with the rows that refer to the deleted one. */
export function describeOnDelete(make: MakeStore): void {
  const withPort =
    (more: Readonly<Record<string, readonly Row[]>>, run: (workshop: Workshop) => Promise<void>) =>
    async () => {
      let opened: Store | undefined;
      const keep = (store: Store) => {
        opened = store;
        return store;
      };
      const rows = { Berths: ["a", "b", "c"].map((key) => [key, null]), ...more };
      const fillAndRun = async (workshop: Workshop) => {
        await opened?.write(async (transaction) => {
          for (const [table, some] of Object.entries(rows)) await transaction.insert(table, some);
        });
        await run(workshop);
      };
      await withWorkshop(make, fillAndRun, keep, PORT);
    };
  const remove = (action: string, ...berths: string[]): EngineRequest => ({
    action,
    table: "Berths",
    rows: berths.map((Berth) => ({ Berth })),
  });
  const as = (RunAsUserEmail: string, request: EngineRequest): EngineRequest => ({
    ...request,
    properties: { RunAsUserEmail },
  });
  const cells = async ({ rows }: Workshop, table: string, email = "me@example.com") =>
    (await rows(as(email, { action: "Find", table }))).map(({ _RowNumber: _, _Version: __, ...row }) =>
      Object.values(row).join(" "),
    );
  const refusals = async ({ engine }: Workshop, request: EngineRequest) => {
    const result = await engine.execute(request);
    return result.ok ? [] : result.diagnostics.map(({ row, code, message }) => `${row} ${code} ${message}`);
  };

  describe("onDelete of a Ref", () => {
    test.each(["Delete", "Drop"])(
      "restrict: %s is refused at each row that is referred to, and nothing is deleted",
      (action) => {
        const boats = [
          ["x", "b", null, null],
          ["y", "b", null, null],
          ["z", null, "k", null],
        ];
        return withPort({ Cranes: [["k", "c"]], Boats: boats }, async (workshop) => {
          expect(await refusals(workshop, remove(action, "a", "b", "c"))).toEqual([
            `2 rule/referred-to The row having key 'b' is referred to by 2 rows of "Boats" in "Berth", and cannot be deleted.`,
            `3 rule/referred-to A row that is deleted with the row having key 'c' is referred to by 1 row of "Boats" in "Crane", and cannot be deleted.`,
          ]);
          expect(await workshop.all("Berths")).toHaveLength(3);
          await workshop.rows(remove(action, "a"));
        })();
      },
    );

    test(
      "restrict: hidden rows count, and no more is reported of them",
      withPort({ Boats: [["x", "a", null, ANN]] }, async (workshop) => {
        expect(await refusals(workshop, remove("Delete", "a"))).toEqual([
          "1 rule/referred-to The row having key 'a' is referred to by rows that you do not see, and cannot be deleted.",
        ]);
        expect(await refusals(workshop, as(ANN, remove("Delete", "a")))).toEqual([
          `1 rule/referred-to The row having key 'a' is referred to by 1 row of "Boats" in "Berth", and cannot be deleted.`,
        ]);
      }),
    );

    test(
      "restrict: rows that are seen are counted without the hidden ones beside them",
      withPort(
        {
          Boats: [
            ["x", "a", null, ANN],
            ["y", "a", null, null],
          ],
        },
        async (workshop) => {
          expect((await refusals(workshop, remove("Delete", "a"))).join()).toMatch(/by 1 row of "Boats"/);
        },
      ),
    );

    test(
      "errors name no table that the caller may not know of",
      withPort(
        { Boats: [["x", "a", null, null]], Plans: [["must", null, "b", null, "-b", 0]] },
        async (workshop) => {
          const nameable = { table: (name: string) => name === "Berths", action: () => true };
          const answerOf = async (berth: string, email = "me@example.com") =>
            refusals(workshop, { ...as(email, remove("Delete", berth)), nameable });
          expect([await answerOf("a"), await answerOf("b"), await answerOf("b", "boss@example.com")]).toEqual(
            [
              [
                "1 rule/referred-to The row having key 'a' is referred to by rows that you do not see, and cannot be deleted.",
              ],
              ["1 rule/not-blanked The row is referred to in another table, and that cannot be blanked."],
              [
                "1 access/blanking The row having key 'b' is referred to in another table, and blanking that is not allowed by the table's updates.",
              ],
            ],
          );
        },
      ),
    );

    test(
      "restrict: holds for workflow rules",
      withPort({ Boats: [["x", "a", null, null]] }, async (workshop) => {
        const sweep = { action: "Edit", table: "Berths", rows: [{ Berth: "a", State: "Swept" }] };
        expect((await refusals(workshop, sweep)).join()).toContain("is referred to by 1 row");
      }),
    );

    test(
      "clear: each row is edited once, with formulas, change columns and rules",
      withPort(
        {
          Plans: [
            ["p", "a", "b", null, "a-b", 0],
            ["q", "c", "a", null, "c-a", 0],
          ],
        },
        async (workshop) => {
          await workshop.rows(remove("Delete", "a", "b"));
          expect(await cells(workshop, "Plans")).toEqual(["p    - 1", "q c   c- 1"]);
          expect((await workshop.all("Heard")).map(({ Of }) => Of).sort()).toEqual(["p", "q"]);
        },
      ),
    );

    test(
      "clear: hidden rows stay as they are",
      withPort({ Plans: [["p", "a", null, ANN, "a-", 0]] }, async (workshop) => {
        await workshop.rows(remove("Delete", "a"));
        expect(await cells(workshop, "Plans", ANN)).toEqual([`p a  ${ANN} a- 0`]);
      }),
    );

    test(
      "clear: needs the right to edit the rows, and a rule needs none",
      withPort({ Plans: [["p", "a", null, null, "a-", 0]] }, async (workshop) => {
        const boss = (request: EngineRequest) => as("boss@example.com", request);
        expect(await refusals(workshop, boss(remove("Delete", "b", "a")))).toEqual([
          `2 access/blanking The row having key 'a' is referred to in "Plans", and blanking that is not allowed by the table's updates.`,
        ]);
        await workshop.rows(
          boss({ action: "Edit", table: "Berths", rows: [{ Berth: "a", State: "Swept" }] }),
        );
        expect(await cells(workshop, "Plans")).toEqual(["p    - 1"]);
      }),
    );

    test(
      "clear: a row that cannot be without refuses the call, at the deleted row",
      withPort({ Plans: [["must", null, "a", null, "-a", 0]] }, async (workshop) => {
        expect(await refusals(workshop, remove("Delete", "b", "a"))).toEqual([
          `2 rule/not-blanked The row is referred to in "Plans", and that cannot be blanked: "To" is required and has no value.`,
        ]);
        expect(await cells(workshop, "Plans")).toEqual(["must  a  -a 0"]);
        expect(await workshop.all("Berths")).toHaveLength(3);
      }),
    );

    test(
      "delete: rows go with what refers to them, a circle ends, rules see it, and hidden rows stay",
      withPort(
        {
          Bills: [
            ["m", "a", null, null],
            ["n", null, "t", null],
            ["h", "a", null, ANN],
          ],
          Notes: [
            ["t", "m"],
            ["u", "n"],
            ["v", null],
          ],
        },
        async (workshop) => {
          await workshop.rows(remove("Delete", "a"));
          expect([await cells(workshop, "Bills", ANN), await cells(workshop, "Notes")]).toEqual([
            [`h a  ${ANN} `],
            ["v  "],
          ]);
          expect((await workshop.all("Heard")).map(({ Of }) => Of).sort()).toEqual(["t", "u"]);
        },
      ),
    );

    test(
      "restrict: rows that are deleted by the same call restrict nothing",
      withPort(
        {
          Piers: [
            ["p", null],
            ["q", "p"],
          ],
        },
        async (workshop) => {
          const drop = (...piers: string[]) => ({
            action: "Delete",
            table: "Piers",
            rows: piers.map((Pier) => ({ Pier })),
          });
          expect((await refusals(workshop, drop("p"))).join()).toContain('by 1 row of "Piers" in "Behind"');
          await workshop.rows(drop("p", "q"));
          expect(await cells(workshop, "Piers")).toEqual([]);
        },
      ),
    );
  });
}
