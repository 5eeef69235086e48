/** The editor of a definition where the server or the file system refuses, and where many try at once. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine, type Engine, loadDefinition } from "@tablewright/core";
import { memoryStore } from "@tablewright/store-memory";
import { expect, test } from "vitest";
import { systemServices } from "../system-services.ts";
import { definitionEditor } from "./definition-editor.ts";

const DEFINITION = `tablewright: 1
app: { id: a, name: A }
tables: { T: { key: [K], columns: { K: { type: Text }, N: { type: Number, formula: "1" } } } }
`;

async function edit({
  name = "app.yaml",
  reload = async () => undefined as string | undefined,
  runTests = async () => ({ run: {} }) as { run: object },
} = {}) {
  const file = join(mkdtempSync(join(tmpdir(), "tablewright-")), name);
  writeFileSync(file, DEFINITION);
  const engine: Engine = await createEngine({
    definition: loadDefinition(DEFINITION).output ?? expect.fail(),
    store: memoryStore(),
    services: systemServices,
    keepsVersions: true,
  });
  const editor = definitionEditor({
    file,
    functions: [],
    engine: () => engine,
    reload,
    runTests,
    stopped: new AbortController().signal,
    log: { level: "info", write: () => {}, note: () => {} },
  });
  const change = {
    version: engine.app.version,
    to: { edits: [{ path: ["tables", "T", "columns", "N", "formula"], text: "2" }] },
  };
  const by = { user: "ann@example.com", accessKey: null, note: null };
  return { file, engine, editor, save: () => editor.save(change, by), change };
}

const codesOf = ({ diagnostics }: { readonly diagnostics: readonly { readonly code: string }[] }) =>
  diagnostics.map(({ code }) => code);

test("a definition that cannot be served is put back, and nobody has saved it", async () => {
  let reloads = 0;
  const { file, engine, save } = await edit({
    reload: async () => (++reloads === 1 ? "The column cannot be filled." : undefined),
  });
  const refused = await save();
  expect(codesOf(refused)).toEqual(["edit/not-served"]);
  expect(refused.diagnostics[0]?.message).toContain("The column cannot be filled.");
  expect(readFileSync(file, "utf8")).toBe(DEFINITION);
  expect([reloads, await engine.saves()]).toEqual([2, []]);
});

test("a file that cannot be written stays, and nobody has saved it", async () => {
  const { file, engine, save } = await edit({ name: `${"a".repeat(240)}.yaml` });
  expect(codesOf(await save())).toEqual(["edit/not-written"]);
  expect(readFileSync(file, "utf8")).toBe(DEFINITION);
  expect(await engine.saves()).toEqual([]);
});

test("trials wait for one another, and only so many", async () => {
  let running = 0;
  let most = 0;
  let end = () => {};
  const ended = new Promise<void>((done) => {
    end = done;
  });
  const { editor, change } = await edit({
    runTests: async () => {
      most = Math.max(most, ++running);
      await ended;
      running--;
      return { run: {} };
    },
  });
  const turn = { isOver: false, pause: async () => {} };
  const tried = () => editor.try(change, { include: ["tests"], turn, signal: undefined });
  const waiting = Array.from({ length: 8 }, tried);
  await expect.poll(() => running).toBe(1);
  expect(codesOf(await tried())).toEqual(["limit/trials"]);
  const plain = await editor.try(change, { include: [], turn, signal: undefined });
  expect(plain.output).toMatchObject({ valid: true });
  end();
  expect((await Promise.all(waiting)).map(({ output }) => output)).toEqual(
    Array(8).fill(expect.objectContaining({ valid: true, tests: {} })),
  );
  expect(most).toBe(1);
  expect((await tried()).output).toMatchObject({ tests: {} });
});
