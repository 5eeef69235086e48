import type { EmailMessage, EngineRequest } from "@tablewright/core";
import { readOutbox } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
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
  Named:
    key: [Named]
    columns:
      Named: { type: Text }
      Name: { type: LongText }
      Copies: { type: EnumList, values: [a], allowOtherValues: true }
rules:
  Name:
    table: Named
    on: [edit]
    steps:
      - email:
          to: "<<[Name]>> <kim@example.com>"
          cc: "<<[Copies]>>"
          bcc: "<<[Name]>>@example.com"
          subject: x
          body: x
          attach: [{ name: "<<[Name]>>.csv", table: Named, rows: "LIST([Named])" }]
  Confirm:
    table: Orders
    on: [edit]
    steps:
      - email:
          to: "<<[Email]>>"
          cc: "<<[Note]>>"
          bcc: box@example.com
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
      const listed = await opened?.read((transaction) => readOutbox(transaction, { limit: 100 }));
      return (listed ?? []).map(({ payload }) => JSON.parse(payload)).reverse();
    };
    return withWorkshop(make, (workshop) => run({ ...workshop, mails }), keep, APP, limits);
  };
  const fill = async ({ rows }: Mailed) => {
    await rows({ action: "Add", table: "Orders", rows: [{ Order: 1, Email: "kim@example.com" }] });
    await rows({ action: "Add", table: "Named", rows: [{ Named: "1" }] });
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
          "x Bcc eve example.com",
        ]);
        expect(mail?.text).toBe("There is x\r\nBcc: eve@example.com.");
      }));

    test.each([
      ["ann@example.com", "ann@example.com"],
      [" ann+post@example.co.uk ", "ann+post@example.co.uk"],
      ["ann@localhost", "ann@localhost"],
      ["ann@example.com, eve@example.com", "ann example.com eve example.com"],
      ["ann@example.com;eve@example.com", "ann example.com eve example.com"],
      ["all: ann@example.com, eve@example.com;", "all ann example.com eve example.com"],
      ["Ann <eve@example.com>", "Ann eve example.com"],
      ['"ann@example.com" <eve@example.com>', "ann example.com eve example.com"],
      ["(eve@example.com) ann", "eve example.com ann"],
      ["eve@example.com ann@example.com", "eve example.com ann example.com"],
    ])("a text gives a mail one address at most, and no other receivers: %s", (note, cc) =>
      withMails(async (mailed) => {
        await fill(mailed);
        await mailed.rows(edit(note));
        expect(await mailed.mails()).toMatchObject([{ cc, bcc: "box@example.com", to: "kim@example.com" }]);
        await mailed.rows({ action: "Edit", table: "Orders", rows: [{ Order: 1, Email: note, Note: "" }] });
        expect((await mailed.mails())[1]?.to).toBe(cc);
      }),
    );

    test("a value within an address or a name of one ends neither, and a list gives as many as it has", () =>
      withMails(async (mailed) => {
        await fill(mailed);
        const Name = "eve@example.com, Kim";
        const Copies = ["ann@example.com", "bob@example.com", "x <eve@example.com>"];
        await mailed.rows({ action: "Edit", table: "Named", rows: [{ Named: "1", Name, Copies }] });
        expect(await mailed.mails()).toMatchObject([
          {
            to: "eve example.com Kim <kim@example.com>",
            cc: "ann@example.com , bob@example.com , x eve example.com",
            bcc: "eve example.com Kim@example.com",
          },
        ]);
      }));

    test.each([
      ["../../etc/passwd", "__.._etc_passwd.csv"],
      ["a/b\\c:d", "a_b_c_d.csv"],
      ["a\r\nb\u0001\u202Ec", "a b c.csv"],
      ["..", "_csv"],
      ["Bericht 1. März", "Bericht 1. März.csv"],
    ])("the name of an attachment is a name, whatever a row holds: %j", (name, filename) =>
      withMails(async (mailed) => {
        await fill(mailed);
        await mailed.rows({ action: "Edit", table: "Named", rows: [{ Named: "1", Name: name }] });
        expect((await mailed.mails())[0]?.attachments).toMatchObject([{ filename }]);
      }),
    );

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
