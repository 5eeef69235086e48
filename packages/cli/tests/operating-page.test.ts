/** docs/settings.md tells every setting as it is declared. After a change: `npm test -- operating-page -u`. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { settingsTable } from "./settings-table.ts";

const path = resolve(import.meta.dirname, "../../../docs/settings.md");

test("the table of settings is what it is made of", async () => {
  const page = readFileSync(path, "utf8");
  const generated = page.replace(
    /(<!-- settings -->\n)[\s\S]*?(<!-- end of settings -->)/u,
    (_, before: string, after: string) => `${before}\n${settingsTable()}\n\n${after}`,
  );
  expect(page).toContain("<!-- settings -->");
  await expect(generated).toMatchFileSnapshot(path);
});
