/** Money through the server: what is answered, byte for byte, and what is found. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { begin } from "./capture.ts";
import { folderOf } from "./folder.ts";

const DEFINITION = `
tablewright: 1
app:
  { id: bills, name: Bills, owner: owner@example.com, locale: en-US, timezone: UTC,
    api: { accessKeys: [{ name: local, key: secret }] } }
tables:
  Bills:
    key: [Bill]
    columns:
      Bill: { type: Number }
      Total: { type: Price }
      Paid: { type: Price }
      Rest: { type: Price, formula: "[Total] - [Paid]" }
      Rest now: { type: Price, virtual: true, formula: "[Total] - [Paid]" }
`;

test.each(["memory", "sqlite"])("the rest of a bill, served from %s", async (store) => {
  const folder = folderOf({ "app.yaml": DEFINITION });
  const kept = store === "sqlite" ? ["--store", `sqlite:${join(folder, "bills.sqlite")}`] : [];
  const served = begin(["serve", join(folder, "app.yaml"), "--port", "0", ...kept]);
  try {
    await expect.poll(() => served.out() + served.err()).toContain("curl ");
    const address = /served at (\S+)/u.exec(served.out())?.[1];
    const call = async (body: object) => {
      const answer = await fetch(`${address}/tables/Bills/Action`, {
        method: "POST",
        headers: { ApplicationAccessKey: "secret", "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      return answer.text();
    };
    const bill = '"Bill":1,"Total":1000.1,"Paid":1000,"Rest":0.1,"Rest now":0.1';
    expect(await call({ Action: "Add", Rows: [{ Bill: 1, Total: "1,000.10", Paid: 1000 }] })).toContain(bill);
    const Selector = 'FILTER("Bills", AND([Total] - [Paid] = 0.1, [Rest] = [Rest now]))';
    expect(await call({ Action: "Find", Properties: { Selector } })).toContain(bill);
  } finally {
    served.stop();
    await served.done;
  }
});
