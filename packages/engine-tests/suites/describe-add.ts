import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { withWorkshop } from "./workshop.ts";

/** New rows, as far as it needs more room than a line of the engine's table. */
export function describeAdd(make: MakeStore): void {
  describe("Add", () => {
    test("each new key is its own", () =>
      withWorkshop(make, async ({ rows }) => {
        const added = await rows({
          action: "Add",
          table: "Jobs",
          rows: Array.from({ length: 50 }, () => ({})),
        });
        expect(new Set(added.map((row) => row.Job)).size).toBe(50);
        expect(added.map((row) => row._RowNumber)).toEqual(added.map((_, index) => index + 1));
      }));

    test("a message of one's own names the row's values", () =>
      withWorkshop(make, async ({ engine }) => {
        const rows = [{ Job: "x", Begun: "2026-03-02", Ended: "2026-03-01" }];
        const result = await engine.execute({ action: "Add", table: "Jobs", rows });
        expect(result).toMatchObject({ ok: false, diagnostics: [{ message: "ends before 03/02/2026" }] });
      }));

    test("a list-valued validity rule names the values allowed", () =>
      withWorkshop(make, async ({ rows, errors }) => {
        await rows({ action: "Add", table: "Parts", rows: [{ Job: "j1", Part: "p", Count: 3 }] });
        const bad = [{ Job: "j1", Part: "q", Count: 4 }];
        expect(await errors({ action: "Add", table: "Parts", rows: bad })).toEqual(["1 Count rule/valid-if"]);
      }));

    test.each([
      ["beforeRequest", [null, 0], 0],
      ["afterRequest", [7, 14], 6],
    ])("initial values %s see what is sent, or not", (order, [Price, Double], ofSent) =>
      withWorkshop(
        make,
        async ({ rows }) => {
          await rows({ action: "Add", table: "Tracks", rows: [{ Track: "t", Price: 7 }] });
          const lines = [
            { Line: "1", Track: "t" },
            { Line: "2", Track: "t", Price: "" },
            { Line: "3", Track: "t", Price: 3 },
          ];
          expect(await rows({ action: "Add", table: "Lines", rows: lines })).toMatchObject([
            { Price, Double },
            { Price: null, Double: 0 },
            { Price: 3, Double: ofSent },
          ]);
        },
        undefined,
        ORDERED.replace("ORDER", order),
      ),
    );

    test("texts are kept as they are sent, in normal form", () =>
      withWorkshop(make, async ({ rows, errors, all }) => {
        const notes = ["  two  blanks ", "é", "e\u0301", "🚢\n\t'\"; --", "__proto__", "x".repeat(100_000)];
        const sent = notes.map((Note, index) => ({ Entry: index, Note }));
        await rows({ action: "Add", table: "Ledger", rows: sent });
        expect((await all("Ledger")).map((row) => row.Note)).toEqual(
          notes.map((note) => note.normalize("NFC")),
        );
        for (const Note of ["a\0b", "\uD800"]) {
          expect(await errors({ action: "Add", table: "Ledger", rows: [{ Entry: 99, Note }] })).toEqual([
            "1 Note cell/unreadable",
          ]);
        }
      }));
  });
}

/** Prices that lines take from their tracks, and double of them that sees what the first one gave. */
const ORDERED = `
tablewright: 1
app: { id: ordered, name: Ordered, owner: owner@example.com, initialValues: ORDER }
tables:
  Tracks:
    key: [Track]
    columns:
      Track: { type: Text }
      Price: { type: Number }
  Lines:
    key: [Line]
    columns:
      Line: { type: Text }
      Track: { type: Ref, table: Tracks }
      Price: { type: Number, initialValue: "[Track].[Price]" }
      Double: { type: Number, initialValue: "[Price] * 2" }
`;
