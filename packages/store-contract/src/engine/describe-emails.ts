import type { EmailMessage, EngineRequest } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import type { MakeStore } from "../store-under-test.ts";
import { type Workshop, withWorkshop } from "./workshop.ts";

interface Mailed extends Workshop {
  /** The mails of the outbox, the oldest first. */
  mails(): Promise<readonly EmailMessage[]>;
}

const APP = `
tablewright: 1
app: { id: mails, name: Mails, timezone: UTC, locale: de-DE, owner: owner@example.com }
tables:
  Orders:
    key: [Order]
    columns:
      Order: { type: Number }
      Email: { type: Text }
      Note: { type: LongText }
  Lines:
    key: [Line]
    securityFilter: 'USEREMAIL() <> "blind@example.com"'
    columns:
      Line: { type: Text }
      Order: { type: Ref, table: Orders }
      Text: { type: Text }
      Price: { type: Price }
      Secret: { type: Text, sensitive: true }
      Double: { type: Price, virtual: true, formula: "[Price] * 2" }
rules:
  Confirm:
    table: Orders
    on: [edit]
    steps:
      - email:
          to: "<<[Email]>>"
          cc: "<<[Note]>>"
          subject: "Order <<[Order]>>: <<[Note]>>"
          body: |-
            There is <<[Note]>>.
          attach:
            - { name: "order-<<[Order]>>.csv", table: Lines, rows: "[Related Lines]" }
            - { name: prices.csv, table: Lines, rows: "TOP([Related Lines], 1)", columns: [Price, Line] }
`;

/** What a row can put into a mail, which rows are attached to it, and how many. */
export function describeEmails(make: MakeStore): void {
  const withMails = (run: (mailed: Mailed) => Promise<void>, limits = {}) => {
    let opened: Store | undefined;
    const keep = (store: Store) => {
      opened = store;
      return store;
    };
    const mails: Mailed["mails"] = async () => {
      const listed = await opened?.read((transaction) => transaction.listEvents({ limit: 100 }));
      return (listed ?? []).map(({ payload }) => JSON.parse(payload)).reverse();
    };
    return withWorkshop(make, (workshop) => run({ ...workshop, mails }), keep, APP, limits);
  };
  const fill = async ({ rows }: Mailed) => {
    await rows({ action: "Add", table: "Orders", rows: [{ Order: 1, Email: "kim@example.com" }] });
    await rows({
      action: "Add",
      table: "Lines",
      rows: [
        { Line: "a", Order: 1, Text: 'rope, "thin"', Price: 0.3, Secret: "s" },
        { Line: "b", Order: 1, Text: "=1+1", Price: 12.5 },
      ],
    });
  };
  const edit = (Note: string, properties = {}): EngineRequest => ({
    action: "Edit",
    table: "Orders",
    rows: [{ Order: 1, Note }],
    properties,
  });

  describe("emails", () => {
    test("a mail has its texts and the rows that it names, without sensitive columns", () =>
      withMails(async (mailed) => {
        await fill(mailed);
        await mailed.rows(edit("ready"));
        const [mail, ...others] = await mailed.mails();
        expect(others).toEqual([]);
        expect(mail).toMatchObject({
          kind: "email",
          app: "mails",
          rule: "Confirm",
          table: "Orders",
          key: "1",
          change: "edit",
          to: "kim@example.com",
          subject: "Order 1: ready",
          text: "There is ready.",
        });
        expect(mail?.attachments).toEqual([
          {
            filename: "order-1.csv",
            contentType: "text/csv; charset=utf-8",
            content:
              'Line,Order,Text,Price,Double\r\na,1,"rope, ""thin""","0,3","0,6"\r\nb,1,\'=1+1,"12,5",25\r\n',
          },
          {
            filename: "prices.csv",
            contentType: "text/csv; charset=utf-8",
            content: 'Price,Line\r\n"0,3",a\r\n',
          },
        ]);
      }));

    test("no value of a row begins a header of its own", () =>
      withMails(async (mailed) => {
        await fill(mailed);
        await mailed.rows(edit("x\r\nBcc: eve@example.com"));
        const [mail] = await mailed.mails();
        expect([mail?.subject, mail?.cc]).toEqual([
          "Order 1: x Bcc: eve@example.com",
          "x Bcc: eve@example.com",
        ]);
        expect(mail?.text).toBe("There is x\r\nBcc: eve@example.com.");
      }));

    test("rows that the caller may not see are not attached", () =>
      withMails(async (mailed) => {
        await fill(mailed);
        await mailed.rows(edit("ready", { RunAsUserEmail: "blind@example.com" }));
        const [mail] = await mailed.mails();
        expect(mail?.attachments.map(({ content }) => content)).toEqual([
          "Line,Order,Text,Price,Double\r\n",
          "Price,Line\r\n",
        ]);
      }));

    test.each([
      [1, false],
      [2, true],
      [3, true],
    ])("an attachment may have %i rows of two: %s", (attachmentRows, isAllowed) =>
      withMails(
        async (mailed) => {
          await fill(mailed);
          const result = await mailed.engine.execute(edit("ready"));
          expect(result.ok).toBe(isAllowed);
          if (!result.ok) expect(result.diagnostics).toMatchObject([{ code: "limit/attachment", row: 1 }]);
          expect(await mailed.mails()).toHaveLength(isAllowed ? 1 : 0);
        },
        { attachmentRows },
      ),
    );
  });
}
