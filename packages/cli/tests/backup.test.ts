/** Copies made while the application is served. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { begin, capture } from "./capture.ts";
import { definitionOf, folderOf } from "./folder.ts";
import { start } from "./start.ts";

test("a copy made by another process while rows are added can be served, and has what was answered before", async () => {
  const folder = folderOf({ "app.yaml": definitionOf() });
  const file = join(folder, "app.yaml");
  const copy = join(folder, "copy.sqlite");
  const served = begin(["serve", file, "--store", `sqlite:${join(folder, "rows.sqlite")}`, "--port", "0"]);
  await expect.poll(() => served.out() + served.err()).toContain("curl ");
  let answered = 0;
  let isCopied = false;
  const adding = (async () => {
    while (!isCopied) {
      await call(served.out(), { Action: "Add", Rows: [{ Note: `n${answered}` }] });
      answered++;
    }
  })();
  await expect.poll(() => answered).toBeGreaterThan(5);
  const before = answered;
  const making = start("backup", file, "--store", `sqlite:${join(folder, "rows.sqlite")}`, "--to", copy);
  const code = await making.code;
  isCopied = true;
  await adding;
  served.stop();
  await served.done;
  expect([code, making.output()]).toEqual([0, `Copied to ${copy}; it is whole and sound.\n`]);

  const again = begin(["serve", file, "--store", `sqlite:${copy}`, "--port", "0"]);
  await expect.poll(() => again.out() + again.err()).toContain("curl ");
  const { Rows } = await call(again.out(), { Action: "Find" });
  again.stop();
  await again.done;
  expect(Rows.length).toBeGreaterThanOrEqual(before);
  expect(Rows.length).toBeLessThanOrEqual(answered);
  expect(Rows.map(({ Note }) => Note)).toEqual(Rows.map((_, at) => `n${at}`));
});

test("what prevents it is a sentence and exit code 1", async () => {
  const folder = folderOf({ "app.yaml": definitionOf() });
  const file = join(folder, "app.yaml");
  const copy = join(folder, "copy.sqlite");
  const store = `sqlite:${join(folder, "rows.sqlite")}`;
  const backUp = (...options: string[]) => capture("backup", file, ...options);
  expect(await backUp("--store", store, "--to", copy)).toEqual({
    code: 1,
    out: "",
    err: `There is no file "${join(folder, "rows.sqlite")}".\n`,
  });
  expect(existsSync(join(folder, "rows.sqlite"))).toBe(false);
  expect((await backUp("--store", "memory:", "--to", copy)).err).toBe(
    'A store of the kind "memory" is copied with its own tools, not with this command.\n',
  );
  await capture("migrate", file, "--store", store);
  writeFileSync(copy, "precious");
  expect((await backUp("--store", store, "--to", copy)).err).toBe(`There is a file "${copy}" already.\n`);
  expect(readFileSync(copy, "utf8")).toBe("precious");
  expect((await backUp("--store", store, "--to", copy, "--force")).code).toBe(0);
  writeFileSync(file, definitionOf().replace("Notes:", "Remarks:"));
  expect(await backUp("--store", store, "--to", copy, "--force")).toMatchObject({
    code: 0,
    err: `There is no table "Remarks" in ${store} yet; the copy will have none either.\n`,
  });
});

/** A call about the table Notes of the application that a run of the server said it serves. */
async function call(
  out: string,
  body: object,
): Promise<{ readonly Rows: readonly { readonly Note: string }[] }> {
  const address = /served at (\S+)/u.exec(out)?.[1];
  const answer = await fetch(`${address}/tables/Notes/Action`, {
    method: "POST",
    headers: { ApplicationAccessKey: "V2-it's", "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return answer.json() as ReturnType<typeof call>;
}
