import type { EmailMessage, EngineRequest } from "@tablewright/core";
import { readOutbox } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { type WatchedStore, watchedStore } from "./watched-store.ts";
import { type Workshop, withWorkshop } from "./workshop.ts";

const APP = `
tablewright: 1
app: { id: blocks, name: Blocks, owner: owner@example.com, locale: en-US, timezone: UTC }
tables:
  Customers:
    key: [Customer]
    columns: { Customer: { type: Text }, Name: { type: Text } }
  Orders:
    key: [Order]
    columns:
      Order: { type: Number }
      Customer: { type: Ref, table: Customers }
      Sent: { type: Yes/No }
  Products:
    key: [Product]
    columns: { Product: { type: Text }, Title: { type: Text }, Price: { type: Price } }
  Lines:
    key: [Order, Line]
    securityFilter: 'OR(USEREMAIL() <> "blind@example.com", [Line] = 1)'
    columns:
      Order: { type: Ref, table: Orders, partOf: true }
      Line: { type: Number }
      Product: { type: Ref, table: Products }
      Count: { type: Number }
      Total: { type: Price, virtual: true, formula: "[Count] * [Product].[Price]" }
rules:
  Mail:
    table: Orders
    on: [edit]
    steps:
      - email:
          to: kim@example.com
          subject: "Order <<[Order]>><<If: [Sent]>> is sent<<EndIf>>"
          body: |
            Dear <<[Customer].[Name]>>,
            <<If: ISBLANK([Related Lines])>>
            nothing is in it.
            <<Else>>
            <<Start: ORDERBY([Related Lines], [Line])>>
            - <<[Count]>> <<[Product].[Title]>>: <<[Total]>>
            <<End>>
            <<EndIf>>
          html: "<ul><<Start: ORDERBY([Related Lines], [Line])>><li title='<<[Product]>>'><<[Product].[Title]>></li><<End>></ul>"
  Hook:
    table: Orders
    on: [edit]
    steps:
      - webhook:
          url: "https://example.com/orders"
          body: |
            {
              "order": <<[Order]>>,
              "lines": [
                <<Start: ORDERBY([Related Lines], [Line])>>
                { "title": <<[Product].[Title]>>, "of": "<<[_THISROW].[Customer].[Name]>> <<[_THISROW-1]>>", "count": <<[Count]>> },
                <<End>>
              ]
            }
`;

/** Mails and webhooks that repeat a part for rows, or have it only on a condition. */
export function describeBlocks(make: MakeStore): void {
  interface Told extends Workshop {
    readonly asked: string[];
    /** The mails and bodies of the outbox, the oldest first. */
    told(): Promise<{ readonly mails: readonly EmailMessage[]; readonly bodies: readonly unknown[] }>;
  }
  const withBlocks = (run: (told: Told) => Promise<void>, limits = {}) => {
    let watched: WatchedStore | undefined;
    const watch = (store: Store) => {
      watched = watchedStore(store);
      return watched;
    };
    const told: Told["told"] = async () => {
      const listed = await watched?.read((transaction) => readOutbox(transaction, { limit: 1_000 }));
      const payloads = (listed ?? []).map(({ payload }) => JSON.parse(payload)).reverse();
      return {
        mails: payloads.filter(({ kind }) => kind === "email"),
        bodies: payloads.filter(({ kind }) => kind !== "email").map(({ body }) => JSON.parse(body)),
      };
    };
    return withWorkshop(
      make,
      async (workshop) => {
        await fill(workshop);
        const asked = watched?.asked ?? [];
        asked.length = 0;
        await run({ ...workshop, asked, told });
      },
      watch,
      APP,
      limits,
    );
  };
  const add = (table: string, rows: EngineRequest["rows"] & object): EngineRequest => ({
    action: "Add",
    table,
    rows,
  });
  const fill = async ({ rows }: Workshop) => {
    await rows(add("Customers", [{ Customer: "c", Name: "Kim & Co" }]));
    await rows(
      add(
        "Orders",
        Array.from({ length: 30 }, (_, at) => ({ Order: at, Customer: "c" })),
      ),
    );
    await rows(
      add(
        "Products",
        ["'a'", "b"].map((Product, at) => ({ Product, Title: `<${at}> "x"`, Price: 1.5 + at })),
      ),
    );
    await rows(
      add(
        "Lines",
        Array.from({ length: 29 }, (_, at) => [1, 2].map((Line) => ({ Order: at + 1, Line })))
          .flat()
          .map((line) => ({
            ...line,
            Product: line.Line === 1 ? "'a'" : "b",
            Count: line.Order * line.Line,
          })),
      ),
    );
  };
  const edit = (orders: readonly number[], properties = {}): EngineRequest => ({
    action: "Edit",
    table: "Orders",
    rows: orders.map((Order) => ({ Order, Sent: true })),
    properties,
  });

  describe("blocks of mails and webhooks", () => {
    test("are repeated for the rows of their lists", () =>
      withBlocks(async ({ rows, told }) => {
        await rows(edit([3, 0]));
        const { mails, bodies } = await told();
        expect(mails.map(({ subject, text, html }) => [subject, text, html])).toEqual([
          [
            "Order 3 is sent",
            'Dear Kim & Co,\n- 3 <0> "x": 4.5\n- 6 <1> "x": 15\n',
            "<ul><li title='&#39;a&#39;'>&lt;0&gt; &quot;x&quot;</li><li title='b'>&lt;1&gt; &quot;x&quot;</li></ul>",
          ],
          ["Order 0 is sent", "Dear Kim & Co,\nnothing is in it.\n", "<ul></ul>"],
        ]);
        expect(bodies).toEqual([
          {
            order: 3,
            lines: [
              { title: '<0> "x"', of: "Kim & Co 3", count: 3 },
              { title: '<1> "x"', of: "Kim & Co 3", count: 6 },
            ],
          },
          { order: 0, lines: [] },
        ]);
      }));

    test("have the rows that the caller sees", () =>
      withBlocks(async ({ rows, told }) => {
        await rows(edit([3], { RunAsUserEmail: "blind@example.com" }));
        const { mails, bodies } = await told();
        expect(mails[0]?.text).toBe('Dear Kim & Co,\n- 3 <0> "x": 4.5\n');
        expect(bodies).toMatchObject([{ lines: [{ count: 3 }] }]);
      }));

    test("ask the store as often for 29 orders as for two", () =>
      withBlocks(async ({ rows, asked, told }) => {
        await rows(edit([1, 2]));
        const forTwo = asked.splice(0);
        await rows(edit(Array.from({ length: 29 }, (_, at) => at + 1)));
        expect(asked).toEqual(forTwo);
        expect((await told()).mails).toHaveLength(31);
      }));

    test.each([
      [1, false],
      [2, true],
    ])("may have %i rows of two: %s", (templateRows, isAllowed) =>
      withBlocks(
        async ({ engine, told }) => {
          const result = await engine.execute(edit([4]));
          const codes = result.ok ? [] : result.diagnostics.map(({ code, row }) => `${row} ${code}`);
          expect([...new Set(codes)]).toEqual(isAllowed ? [] : ["1 limit/template"]);
          expect((await told()).mails).toHaveLength(isAllowed ? 1 : 0);
        },
        { templateRows },
      ),
    );
  });
}
