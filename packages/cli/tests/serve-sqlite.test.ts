/** Serving from a file: what was added is there when the same file is served again. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { begin, capture } from "./capture.ts";
import { definitionOf, folderOf } from "./folder.ts";

test("rows outlive the server, and data are loaded into empty tables only", async () => {
  const folder = folderOf({
    "app.yaml": definitionOf(),
    "rows/Goods Sold.csv": "Good,Name,Sold\n1,Anvil,2026-01-31\n",
    "rows/Notes.csv": "Note\nfrom the file\n",
  });
  const input = [join(folder, "app.yaml"), "--store", `sqlite:${join(folder, "rows.sqlite")}`];

  await whileServed(input, async ({ call }) => {
    const added = await call("Goods Sold", { Action: "Add", Rows: [{ Good: 7, Sold: "01.02.2026" }] });
    expect(added.Rows).toMatchObject([{ _RowNumber: 1, Good: 7, Name: "unnamed" }]);
  });

  await whileServed([...input, "--data", join(folder, "rows")], async ({ call, out }) => {
    expect(out).toContain("Goods Sold: 1 row already there");
    expect(out).toContain("Notes: 1 row loaded");
    const { Rows } = await call("Goods Sold", { Action: "Find" });
    expect(Rows).toMatchObject([{ _RowNumber: 1, Good: 7, Sold: "01.02.2026" }]);
    await call("Goods Sold", { Action: "Delete", Rows: [{ Good: 7 }] });
  });

  await whileServed(input, async ({ out }) => {
    expect(out).toContain("  Goods Sold  0 rows\n  Notes       1 row\n");
  });
});

test("the file of tables that another program has made is not made where it is missing", async () => {
  const source = definitionOf().replace("  Notes:\n", "  Notes:\n    source: notes\n");
  const folder = folderOf({ "app.yaml": source });
  const missing = join(folder, "theirs.db");
  const served = ["serve", join(folder, "app.yaml"), "--port", "0", "--store", `sqlite:${missing}`];
  expect(await capture(...served)).toMatchObject({
    code: 1,
    err: expect.stringContaining(`There is no file "${missing}".`),
  });
  expect(existsSync(missing)).toBe(false);
});

test("a file that is no database is a sentence, not a stack", async () => {
  const folder = folderOf({ "app.yaml": definitionOf() });
  const file = join(folder, "app.yaml");
  const { code, err } = await capture("serve", file, "--port", "0", "--store", `sqlite:${file}`);
  expect(code).toBe(1);
  expect(err).toContain(`"${file}" is not an SQLite database (SQLite: file is not a database).\n`);
  expect(err).not.toContain(" at ");
});

interface Served {
  readonly out: string;
  readonly call: (table: string, body: object) => Promise<{ readonly Rows: readonly object[] }>;
}

/** Serves on a free port, and has stopped when it answers. */
async function whileServed(input: readonly string[], use: (served: Served) => Promise<void>): Promise<void> {
  const served = begin(["serve", ...input, "--port", "0"]);
  try {
    await expect.poll(() => served.out() + served.err()).toContain("curl ");
    const address = /served at (\S+)/u.exec(served.out())?.[1];
    const call: Served["call"] = async (table, body) => {
      const answer = await fetch(`${address}/tables/${encodeURIComponent(table)}/Action`, {
        method: "POST",
        headers: { ApplicationAccessKey: "V2-it's", "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(200);
      return answer.json() as ReturnType<Served["call"]>;
    };
    await use({ out: served.out(), call });
  } finally {
    served.stop();
    await served.done;
  }
}
