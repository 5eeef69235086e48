/** Serving a definition: its data, what is printed, and how it ends. */
import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { begin, capture } from "./capture.ts";
import { definitionOf, folderOf } from "./folder.ts";
import { hasCurl } from "./has-curl.ts";

const running: ReturnType<typeof begin>[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.stop();
    await one.done;
  }
});

const goods = "Good,Name,Price,Sold\n1,Anvil,12.5,2026-01-31\n2,,1000,\n";

describe("what is printed", () => {
  test.skipIf(!hasCurl)(
    "the address, the tables with their rows, and a line that works (with curl)",
    async () => {
      const folder = folderOf({ "app.yaml": definitionOf(), "data/Goods Sold.csv": goods });
      const served = await serve(join(folder, "app.yaml"));
      const out = served.out();
      expect(out).toMatch(/Shop is served at http:\/\/127\.0\.0\.1:\d+\/api\/v2\/apps\/shop\n/u);
      expect(out).toContain("  Goods Sold  2 rows\n  Notes       0 rows\n");
      const line = /^ {2}(curl .*)$/mu.exec(out)?.[1] ?? "";
      expect(out + served.err()).not.toContain("V2-it");
      const answer = JSON.parse(await runShell(line, "V2-it's"));
      expect(answer.Rows).toMatchObject([
        { Good: 1, Name: "Anvil", Price: 12.5, Sold: "31.01.2026", Twice: 25 },
        { Good: 2, Name: "", Price: 1000, Sold: "" },
      ]);
    },
  );

  test.skipIf(!hasCurl)("a key is made for this run when the definition has none (with curl)", async () => {
    const file = join(folderOf({ "app.yaml": definitionOf("accessKeys: []") }), "app.yaml");
    const out = (await serve(file)).out();
    const key = /for this run there is (dev-[0-9a-f]{32})/u.exec(out)?.[1] ?? "none";
    expect(out).toContain(`'ApplicationAccessKey: ${key}'`);
    expect(JSON.parse(await runShell(/^ {2}(curl .*)$/mu.exec(out)?.[1] ?? ""))).toEqual({ Rows: [] });
  });

  test("the address of the console, where something is", async () => {
    const served = await serve(join(folderOf({ "app.yaml": definitionOf() }), "app.yaml"));
    const address = /^Console: (\S+)$/mu.exec(served.out())?.[1] ?? "";
    const { status } = await fetch(address);
    const { url, headers } = await fetch(new URL("/?app=shop", address));
    expect([status, url]).toEqual([200, address]);
    expect(headers.get("content-type")).toMatch(/^text\//u);
  });

  test("--quiet says nothing", async () => {
    const folder = folderOf({ "app.yaml": definitionOf("accessKeys: []"), "data/Goods Sold.csv": goods });
    const served = begin(["serve", join(folder, "app.yaml"), "--port", "0", "--quiet"]);
    running.push(served);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect([served.out(), served.err()]).toEqual(["", ""]);
  });

  test.each([
    ["rows=5", "limit/rows"],
    ["listLength=3", "limit/list-length"],
  ])("--limit %s holds", async (limit, code) => {
    const folder = folderOf({ "app.yaml": definitionOf(), "data/Notes.csv": "Note\na\n" });
    const out = (await serve(join(folder, "app.yaml"), "--limit", limit)).out();
    const [, address] = / served at (\S+)\n/u.exec(out) ?? [];
    const rows = Array.from({ length: 6 }, (_, at) => ({ Note: String(at) }));
    const selector = 'FILTER(Notes, COUNT(SPLIT([Note] & " b c d", " ")) > 9)';
    const sent = await fetch(`${address}/tables/Notes/Action`, {
      method: "POST",
      headers: { ApplicationAccessKey: "V2-it's", "content-type": "application/json" },
      body: JSON.stringify({
        Action: "Find",
        Rows: limit.startsWith("rows") ? rows : [],
        Properties: { Selector: selector },
      }),
    });
    expect(JSON.stringify(await sent.json())).toContain(code);
  });

  test.each([
    ["rows", '"rows" is no limit: give a name and a whole number, such as rows=50000.'],
    ["rows=-1", '"rows=-1" is no limit: give a name and a whole number, such as rows=50000.'],
    ["row=1", 'There is no limit "row". Did you mean "rows"?'],
    [
      "x=1",
      'There is no limit "x". There are fuel, milliseconds, textLength, listLength, events, bodyBytes,',
    ],
    ["rows=0", 'The limit "rows" must be above 0.'],
    [
      "milliseconds=2147483648",
      'The limit "milliseconds" must be at most 2147483647 milliseconds, which are 24 days.',
    ],
    ["answer=3000000000", 'The limit "answer" must be at most 2147483647 milliseconds'],
  ])("--limit %s is refused", async (limit, reason) => {
    const file = join(folderOf({ "app.yaml": definitionOf() }), "app.yaml");
    const refused = begin(["serve", file, "--port", "0", "--limit", limit]);
    expect(await refused.done).toMatchObject({ code: 1 });
    expect(refused.err()).toContain(reason);
  });

  test("two applications at once", async () => {
    const other = definitionOf().replace("id: shop", "id: other").replace("name: Shop", "name: Other");
    const folder = folderOf({ "one.yaml": definitionOf(), "two.yaml": other });
    const out = (await serve(join(folder, "one.yaml"), join(folder, "two.yaml"))).out();
    expect(out).toContain("/api/v2/apps/shop\n");
    expect(out).toContain("/api/v2/apps/other\n");
  });
});

describe("data", () => {
  test("another folder, numbers with a point and ISO dates in any locale, a blank where a cell is empty", async () => {
    const folder = folderOf({
      "app.yaml": definitionOf(),
      "other/Goods Sold.csv": goods,
      "data/Notes.csv": "Note\nx\n",
    });
    const out = (await serve(join(folder, "app.yaml"), "--data", join(folder, "other"))).out();
    expect(out).toContain(`Goods Sold: 2 rows loaded from ${join(folder, "other", "Goods Sold.csv")}\n`);
    expect(out).toContain("  Notes       0 rows\n");
  });

  test.each<[string, string, string[]]>([
    ["a bad cell", "Good,Price\n1,1\n\n2,dear\n", [':4: error: column "Price": ', "(cell/unreadable)"]],
    ["a bad cell after one with line breaks", 'Good,Name\n1,"a\nb"\nx,y\n', [':4: error: column "Good": ']],
    ["every bad cell", "Good,Price,Sold\nx,-1,y\n", ['column "Good"', 'column "Price"', 'column "Sold"']],
    [
      "an unknown column",
      "Good,Prize\n1,1\n",
      [':1: error: Table "Goods Sold" has no column "Prize". Did you mean "Price"?'],
    ],
    ["a column twice", "Good,Good\n1,1\n", [':1: error: The column "Good" is given twice in this row.']],
    ["a key twice", "Good\n1\n1\n", [":3: error: ", "(key/"]],
    [
      "an open quote",
      'Good\n"1\n',
      ["Goods Sold.csv:2: error: A quote of the row does not match", "(row/quote)"],
    ],
  ])("%s", async (_, text, words) => {
    const folder = folderOf({ "app.yaml": definitionOf(), "data/Goods Sold.csv": text });
    const { code, err } = await capture("serve", join(folder, "app.yaml"), "--port", "0");
    expect(code).toBe(1);
    for (const part of words) expect(err).toContain(part);
    expect(err).toContain(join(folder, "data", "Goods Sold.csv"));
  });

  test("a first line and nothing else, or not even that", async () => {
    const folder = folderOf({
      "app.yaml": definitionOf(),
      "data/Goods Sold.csv": "Good\n",
      "data/Notes.csv": "",
    });
    expect((await serve(join(folder, "app.yaml"))).out()).toContain(
      "  Goods Sold  0 rows\n  Notes       0 rows\n",
    );
  });

  test("more rows than one call takes", async () => {
    const lines = Array.from({ length: 12_001 }, (_, at) => at);
    const folder = folderOf({
      "app.yaml": definitionOf(),
      "data/Goods Sold.csv": `Good\n${lines.join("\n")}\n`,
    });
    const out = (await serve(join(folder, "app.yaml"))).out();
    expect(out).toContain("Goods Sold: 12,001 rows loaded");
    expect(out).toContain("  Goods Sold  more than 1,000 rows\n");
  });

  test("a table with an error stays empty", async () => {
    const lines = Array.from({ length: 5_000 }, (_, at) => at);
    const folder = folderOf({
      "app.yaml": definitionOf(),
      "data/Goods Sold.csv": `Good\n${lines.join("\n")}\nx\n`,
    });
    const { code, out, err } = await capture("serve", join(folder, "app.yaml"), "--port", "0");
    expect(code).toBe(1);
    expect(err).toContain(':5002: error: column "Good": ');
    expect(out).toContain("Goods Sold: 0 rows loaded");
  });

  test("a file that belongs to no table is named", async () => {
    const folder = folderOf({ "app.yaml": definitionOf(), "data/goods sold.csv": goods });
    expect((await serve(join(folder, "app.yaml"))).err()).toContain("belongs to no table");
  });
});

describe("what cannot be served", () => {
  test("errors in the definition", async () => {
    const file = join(folderOf({ "app.yaml": definitionOf().replace("Text }", "Txt }") }), "app.yaml");
    const { code, err } = await capture("serve", file);
    expect(err).toMatch(/app\.yaml:21:\d+: error: /u);
    expect(code).toBe(1);
  });

  test("a port in use", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => taken.once("listening", resolve));
    const port = String((taken.address() as { port: number }).port);
    const file = join(folderOf({ "app.yaml": definitionOf() }), "app.yaml");
    const { code, err } = await capture("serve", file, "--port", port);
    taken.close();
    expect(err).toContain(`Port ${port} of 127.0.0.1 is in use; name another with --port.\n`);
    expect(code).toBe(1);
  });

  test.each([
    [
      "an unknown store",
      ["--store", "oracle://me:secret@host/db"],
      'There is no store for "oracle://…@host/db"',
    ],
    ["a misspelt store", ["--store", "sqlte:rows.sqlite"], 'Did you mean "sqlite:"?'],
    ["a data folder that is not there", ["--data", "nowhere"], 'There is no folder "nowhere"'],
  ])("%s", async (_, options, words) => {
    const file = join(folderOf({ "app.yaml": definitionOf() }), "app.yaml");
    const { code, err } = await capture("serve", file, "--port", "0", ...options);
    expect(err).toContain(words);
    expect(code).toBe(1);
  });
});

/** Serves on a free port and waits for the line to try. */
async function serve(...input: string[]) {
  const served = begin(["serve", ...input, "--port", "0"]);
  running.push(served);
  let ended = false;
  const end = () => {
    ended = true;
  };
  served.done.then(end, end);
  await expect.poll(() => ended || served.out().includes("curl ")).toBe(true);
  expect(ended, served.err()).toBe(false);
  return served;
}

/** Without blocking: the server that answers runs in this process. */
async function runShell(line: string, key = ""): Promise<string> {
  const env = { ...process.env, TABLEWRIGHT_KEY: key };
  return (await promisify(execFile)("sh", ["-c", line], { env })).stdout;
}
