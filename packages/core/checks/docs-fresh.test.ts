import { resolve } from "node:path";
import { expect, test } from "vitest";
import { functionsPage } from "./functions-page.ts";

const docs = resolve(import.meta.dirname, "../../../docs");

/** Generated pages are committed. After a change of what they are made of: `npm test -- docs-fresh -u`. */
test("docs/functions.md is what the declarations of the functions say", async () => {
  await expect(functionsPage()).toMatchFileSnapshot(resolve(docs, "functions.md"));
});
