import { readFileSync } from "node:fs";
import type { Download, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import writeWorkbook from "write-excel-file/node";
import { hasBrowser } from "./open-browser.ts";
import { shareWorkshop } from "./share-workshop.ts";

describe.runIf(hasBrowser)("importing in a browser", () => {
  const shared = shareWorkshop();
  let page: Page;

  async function choose(name: string, content: string | Buffer, table = "Jobs"): Promise<void> {
    page = await shared.visit("V2-ada");
    await page.getByRole("link", { name: "Import", exact: true }).first().click();
    await page.getByLabel("Table", { exact: true }).selectOption(table);
    await page.getByLabel("Choose a CSV").setInputFiles(fileOf(name, content));
  }

  async function press(name: string): Promise<void> {
    await page.getByRole("button", { name }).click();
  }

  async function refused(): Promise<readonly (readonly string[])[]> {
    const rows = page.getByRole("region", { name: "Refused rows" }).locator("tbody tr");
    const texts = await rows.evaluateAll((all) =>
      (all as unknown as TableRow[]).map(({ cells }) => [...cells].map(({ textContent }) => textContent)),
    );
    return texts;
  }

  test("of 2,000 rows in German form two are refused at their cells, the others come in, and the two when they are corrected", async () => {
    await choose("aufträge.csv", GERMAN);
    await page.getByText("aufträge.csv: 2000 rows.").waitFor();
    const chosen = page.getByRole("region", { name: "Columns" }).getByRole("combobox");
    const values = await chosen.evaluateAll((all) => (all as unknown as Input[]).map(({ value }) => value));
    expect(values).toEqual(["Job", "Title", "Due", "", "Owner"]);
    await page.getByLabel("Column for Betrag").selectOption("Price");
    await page.getByLabel("Dates and numbers are written as in").selectOption("de-DE");
    await press("Try");
    await page.getByText("1998 rows can be imported, 2 are refused.").waitFor();
    expect(await shared.workshop.titles()).toHaveLength(6);
    const [date, twice] = await refused();
    expect(date?.slice(0, 2)).toEqual(["15", "Due"]);
    expect(date?.[2]).toContain('31.02.2026"31.02.2026" cannot be read as a date');
    expect(twice?.[0]).toBe("2002");
    expect(twice?.[2]).toContain("A row having key '3' exists already.");
    await press("Import 1998 rows");
    await page.getByText("1998 rows are in Jobs, 2 are refused.").waitFor();
    expect(await shared.workshop.titles()).toHaveLength(6 + 1_998);
    expect(await shared.workshop.price('Say "ahoy";\nthen wait')).toBe(1234.5);
    const [file] = await Promise.all([page.waitForEvent("download"), press("Save the refused rows")]);
    const saved = await textOf(file);
    expect(file.suggestedFilename()).toBe("Jobs.refused.csv");
    expect(saved.split("\r\n")[0]).toBe("\uFEFF_Row,_Column,_Reason,Job,title,DUE,Betrag,Owner");
    await page
      .getByLabel("Choose a CSV")
      .setInputFiles(fileOf("again.csv", saved.replaceAll("31.02.", "28.02.")));
    await page.getByText("again.csv: 2 rows.").waitFor();
    await page.getByLabel("Column for Betrag").selectOption("Price");
    await page.getByLabel("Dates and numbers are written as in").selectOption("de-DE");
    await page.getByLabel("Rows whose keys exist").selectOption("are updated");
    await press("Try");
    await press("Import 2 rows");
    await page.getByText("2 rows are in Jobs, 0 are refused.").waitFor();
    expect(await shared.workshop.titles()).toContain("the same key");
  });

  test("an Excel workbook comes in, of any size, and what is changed after a try is tried again", async () => {
    await choose("parts.xlsx", await workbook(2_000), "Parts");
    await page.getByText("parts.xlsx: 2000 rows.").waitFor();
    await press("Try");
    await page.getByText("2000 rows can be imported, 0 are refused.").waitFor();
    await page.getByLabel("Column for Cost").selectOption("(leave out)");
    expect(await page.getByRole("button", { name: "Import", exact: true }).isDisabled()).toBe(true);
    await page.getByLabel("Column for Cost").selectOption("Cost");
    await press("Try");
    await press("Import 2000 rows");
    await page.getByText("2000 rows are in Parts, 0 are refused.").waitFor();
    await page.getByRole("link", { name: "Show Parts" }).click();
    await page.getByText("2002 rows").waitFor();
  });

  test("a row with a quote that does not match is refused, and the others are tried", async () => {
    await choose("quotes.csv", 'Job,Title\n99901,"a"b\n99902,5" pipe\n');
    await press("Try");
    await page.getByText("1 rows can be imported, 1 are refused.").waitFor();
    expect((await refused())[0]?.join()).toContain('A quote of the row does not match: 99901,"a"b');
  });

  test("a file that cannot be read says so, in the language of the page", async () => {
    await choose("empty.csv", "Job;Title\n");
    const alert = page.getByRole("alert");
    for (const [name, content, sentence] of UNREADABLE) {
      await page.getByLabel("Choose a CSV").setInputFiles(fileOf(name, content));
      await expect.poll(() => alert.textContent()).toContain(sentence);
    }
    await page.getByLabel("Language").selectOption("de");
    await expect.poll(() => alert.textContent()).toContain("Die Datei lässt sich nicht lesen: ");
  });

  test("while the server is away an import pauses, and then goes on", async () => {
    await choose("more.csv", "Title\none of two\ntwo of two\n");
    await press("Try");
    await page.getByText("2 rows can be imported").waitFor();
    await shared.workshop.stopServing();
    await press("Import 2 rows");
    await page.getByText("The server does not answer.").waitFor();
    await shared.workshop.serveAgain();
    await press("Go on");
    await page.getByText("2 rows are in Jobs, 0 are refused.").waitFor();
    expect((await shared.workshop.titles()).filter((title) => title.endsWith("of two"))).toHaveLength(2);
  });
});

/** 2,000 rows with a byte order mark, semicolons, CRLF, quotes, a day that is none and a key that exists. */
const GERMAN = `\uFEFF${[
  "Job;title;DUE;Betrag;Owner",
  '101;"Say ""ahoy"";\nthen wait";04.03.2026;1.234,50;',
  ...Array.from({ length: 1_998 }, (_, at) => {
    const day = at === 11 ? "31.02.2026" : "04.03.2026";
    return `${102 + at};Auftrag ${at};${day};${at},25;`;
  }),
  "3;the same key;;1;",
].join("\r\n")}\r\n`;

const UNREADABLE: readonly (readonly [string, string | Buffer, string])[] = [
  ["empty.csv", "Job;Title\n", "a first row that names columns, and rows below it, are expected"],
  ["a.pdf", "x", '"a.pdf" is no file of rows: a name that ends in .csv or .xlsx is expected.'],
  ["a.csv", Buffer.from([0x4a, 0xfc, 10]), 'The file is not UTF-8: save it as "CSV UTF-8".'],
  ["a.csv", 'Job,"Title\n1,open', "The file cannot be read: A quote in the row that names columns"],
  ["a.xlsx", "PK", "The file cannot be read: "],
];

async function workbook(rows: number): Promise<Buffer> {
  const note = "x".repeat(300);
  const data = Array.from({ length: rows }, (_, at) => [`p${at}`, 1, at / 4, `${note} ${at}`]);
  return writeWorkbook([["Part", "Job", "Cost", "Note"], ...data]).toBuffer();
}

function fileOf(name: string, content: string | Buffer) {
  return { name, mimeType: "application/octet-stream", buffer: Buffer.from(content) };
}

async function textOf(file: Download): Promise<string> {
  return readFileSync(await file.path(), "utf8");
}

/** What this file knows of elements of the page. */
interface TableRow {
  readonly cells: Iterable<{ readonly textContent: string }>;
}

interface Input {
  readonly value: string;
}
