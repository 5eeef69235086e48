/** `serve --check`: all that would keep the server from serving, and nothing is changed. */
import { chmodSync, existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { begin, capture } from "./capture.ts";
import { definitionOf, folderOf } from "./folder.ts";

const check = (...input: readonly string[]) => capture("serve", "--check", "--port", "0", ...input);

test("all is well, and no file is made", async () => {
  const folder = folderOf({ "app.yaml": definitionOf() });
  const store = join(folder, "rows.sqlite");
  const { code, out } = await check(join(folder, "app.yaml"), "--store", `sqlite:${store}`);
  expect(code).toBe(0);
  expect(out).toContain("app.yaml: The definition is sound.");
  expect(out).toContain("1 access key of 1 in use.");
  expect(out).toContain("is not there yet and is made at the start.");
  expect(out).toMatch(/Port 0 of 127\.0\.0\.1 is free\.\nIt can be served\.\n$/u);
  expect(existsSync(store)).toBe(false);
});

test.each(["sqlite:", "memory:"])("for reading alone the file of %s has to be there", async (scheme) => {
  const folder = folderOf({
    "app.yaml": definitionOf(),
    "bad.yaml": definitionOf().replace("Text }", "Txt }"),
  });
  const missing = join(folder, "rows");
  const store = ["--read-only", "--store", `${scheme}${missing}`];
  for (const definition of ["app.yaml", "bad.yaml"]) {
    const { code, err } = await check(join(folder, definition), ...store);
    expect(code).toBe(1);
    expect(err).toContain(`cannot be used: There is no file "${missing}".`);
  }
  const served = await capture("serve", join(folder, "app.yaml"), "--port", "0", ...store);
  expect(served).toMatchObject({ code: 1, err: expect.stringContaining(`There is no file "${missing}".`) });
  expect(existsSync(missing)).toBe(false);
});

test("two definitions of one application are refused", async () => {
  const folder = folderOf({ "app.yaml": definitionOf(), "other.yaml": definitionOf() });
  const [one, two] = [join(folder, "app.yaml"), join(folder, "other.yaml")];
  for (const [files, sentence] of [
    [[one, two], "both define the application"],
    [[one, one], "is named twice; name each definition once."],
  ] as const) {
    const checked = await check(...files);
    expect(checked).toMatchObject({ code: 1, err: expect.stringContaining(sentence) });
    const served = await capture("serve", ...files, "--port", "0");
    expect(served).toMatchObject({ code: 1, err: expect.stringContaining(sentence) });
  }
});

test("everything that is wrong is reported, not the first alone", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const { port } = taken.address() as { port: number };
  const folder = folderOf({
    "bad.yaml": definitionOf().replace("Text }", "Txt }"),
    "off.yaml": definitionOf("accessKeys: [{ name: a, key: b, disabled: true }]"),
  });
  const files = ["bad.yaml", "off.yaml"].map((file) => join(folder, file));
  const limits = ["--limit", "row=1", "--store", "off=oracle:x"];
  const { code, err } = await check(...files, ...limits, "--port", String(port));
  taken.close();
  expect(code).toBe(1);
  for (const words of [
    'There is no limit "row". Did you mean "rows"?',
    "bad.yaml: The definition has errors.",
    "off.yaml: None of its access keys works",
    'There is no store for "oracle:x"',
    `Port ${port} of 127.0.0.1 is in use`,
    "5 things would keep it from serving.",
  ])
    expect(err).toContain(words);
});

test.each([
  ["en-GB", "appsheet", true],
  ["de-DE", "appsheet", false],
  ["en-GB", "typed", false],
])("dates of the Locale %s that the wire %s may swap: %s", async (locale, wire, isTold) => {
  const folder = folderOf({ "app.yaml": definitionOf().replace("de-DE", locale) });
  const { code, out } = await check(join(folder, "app.yaml"), "--wire", wire);
  expect(code).toBe(0);
  expect(out.includes(`Under the Locale "${locale}" the date 03/12/2026 is 3 December`)).toBe(isTold);
});

test("every limit that is wrong is reported", async () => {
  const folder = folderOf({ "app.yaml": definitionOf() });
  const { err } = await check(join(folder, "app.yaml"), "--limit", "row=1", "--limit", "rows=0");
  expect(err).toContain('There is no limit "row". Did you mean "rows"?\nThe limit "rows" must be above 0.\n');
  expect(err).toContain("2 things would keep it from serving.");
});

test.each([
  [
    "a store that is not there",
    (folder: string) => join(folder, "none/rows.sqlite"),
    "cannot be used: ENOENT",
  ],
  ["a store that is no database", (folder: string) => join(folder, "bad.yaml"), "cannot be used: "],
])("beside a definition with errors: %s", async (_what, storeIn, words) => {
  const folder = folderOf({ "bad.yaml": definitionOf().replace("Text }", "Txt }") });
  const { err } = await check(join(folder, "bad.yaml"), "--store", `sqlite:${storeIn(folder)}`);
  expect(err).toContain("bad.yaml: The definition has errors.");
  expect(err).toContain(words);
  expect(err).toContain("2 things would keep it from serving.");
});

test("a store that is there: it fits and takes writes, it needs changes, or it refuses writes", async () => {
  const folder = folderOf({
    "app.yaml": definitionOf(),
    "more.yaml": definitionOf().replace("      Note: {", "      More: { type: Text }\n      Note: {"),
  });
  const store = `sqlite:${join(folder, "rows.sqlite")}`;
  const served = begin(["serve", join(folder, "app.yaml"), "--store", store, "--port", "0"]);
  await expect.poll(served.out).toContain("curl ");
  served.stop();
  await served.done;
  const app = await check(join(folder, "app.yaml"), "--store", store);
  expect(app.out).toContain("is reached, fits and takes writes.");
  const more = await check(join(folder, "more.yaml"), "--store", store);
  expect(more.out).toContain("is reached; the start makes 1 change to it.");
});

test("a plain key, for other machines", async () => {
  const folder = folderOf({ "app.yaml": definitionOf() });
  const { code, err } = await check(join(folder, "app.yaml"), "--host", "0.0.0.0");
  expect(err).toContain('The access key "local" is in the file as plain text');
  expect(code).toBe(1);
});

test.skipIf(process.getuid?.() === 0)("a folder that takes no file", async () => {
  const folder = folderOf({ "app.yaml": definitionOf(), "data/x": "" });
  chmodSync(join(folder, "data"), 0o500);
  const { err } = await check(join(folder, "app.yaml"), "--store", `sqlite:${join(folder, "data/rows")}`);
  expect(err).toContain("cannot be used: EACCES");
});
