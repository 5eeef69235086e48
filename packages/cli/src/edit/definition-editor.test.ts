/** The editor of a definition where the server or the file system refuses, and where many try at once. */
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine, type Engine, loadDefinition } from "@tablewright/core";
import { memoryStore } from "@tablewright/store-memory";
import fc from "fast-check";
import { expect, test } from "vitest";
import { systemServices } from "../platform.ts";
import { definitionEditor } from "./definition-editor.ts";

const DEFINITION = `tablewright: 1
app: { id: a, name: A }
tables: { T: { key: [K], columns: { K: { type: Text }, N: { type: Number, formula: "1" } } } }
`;

async function edit({
  name = "app.yaml",
  text = DEFINITION,
  reload = undefined as (() => Promise<string | undefined>) | undefined,
  runTests = async () => ({ run: {} }) as { run: object },
  runCalls = async (): Promise<object | string> => ({}),
} = {}) {
  const file = join(mkdtempSync(join(tmpdir(), "tablewright-")), name);
  writeFileSync(file, text);
  const store = memoryStore();
  const open = () =>
    createEngine({
      definition: loadDefinition(readFileSync(file, "utf8")).output ?? expect.fail(),
      store,
      services: systemServices,
      keepsVersions: true,
    });
  let engine: Engine = await open();
  const serve = async () => {
    engine = await open();
    return undefined;
  };
  const editor = definitionEditor({
    file,
    functions: [],
    engine: () => engine,
    reload: reload ?? serve,
    runTests,
    runCalls,
    stopped: new AbortController().signal,
    log: { level: "info", write: () => {}, note: () => {} },
  });
  const change = {
    version: engine.app.version,
    to: { edits: [{ path: ["tables", "T", "columns", "N", "formula"], text: "2" }] },
  };
  const by = { user: "ann@example.com", accessKey: null, note: null };
  return { file, engine: () => engine, editor, save: () => editor.save(change, by), change };
}

/** Any definition, with a comment of its own before each member. */
const members = fc.dictionary(
  fc.constantFrom("A", "B", "C", "D"),
  fc.tuple(
    fc.constantFrom("1", "[K] & [K]", 'IF(TRUE, "a", "b")', "LEN([K])"),
    fc.constantFrom("plain", "double", "single", "literal", "flow"),
  ),
  { minKeys: 1 },
);

function definitionOf(columns: Readonly<Record<string, readonly [string, string]>>): string {
  const lines = Object.entries(columns).flatMap(([name, [formula, form]]) => {
    const quoted = `'${formula.replaceAll("'", "''")}'`;
    if (form === "flow")
      return [`      ${name}: { type: Text, formula: ${JSON.stringify(formula)} } # ${name}`];
    const written =
      form === "literal" ? `|-\n          ${formula}` : form === "double" ? JSON.stringify(formula) : quoted;
    return [`      ${name}: # ${form}`, "        type: Text", `        formula: ${written}`, ""];
  });
  return `${DEFINITION.split("tables:")[0]}tables:
  T:
    key: [K]
    columns:
      K: { type: Text }
${lines.join("\n")}
# the end
`;
}

test("any changes leave all other lines, and a rollback gives the file back, byte for byte", () =>
  fc.assert(
    fc.asyncProperty(
      members,
      fc.array(fc.tuple(fc.nat(), fc.string({ minLength: 1 })), { minLength: 1, maxLength: 4 }),
      async (columns, changes) => {
        const text = definitionOf(columns);
        const { file, editor, engine } = await edit({ text });
        const first = engine().app.version;
        const by = { user: null, accessKey: "k", note: null };
        const names = Object.keys(columns);
        let isSaved = true;
        for (const [which, words] of changes) {
          const name = names[which % names.length] ?? "";
          const before = readFileSync(file, "utf8");
          const edits = [
            {
              path: ["tables", "T", "columns", name, "formula"],
              text: JSON.stringify(words).replaceAll("\\", ""),
            },
          ];
          const { output, diagnostics } = await editor.save(
            { version: engine().app.version, to: { edits } },
            by,
          );
          const after = readFileSync(file, "utf8");
          isSaved = output !== undefined;
          expect(isSaved ? [] : [diagnostics[0]?.code]).toEqual(isSaved ? [] : ["edit/has-errors"]);
          const lineOf = (line: string) =>
            line.startsWith(`      ${name}:`) ||
            line.startsWith("        formula:") ||
            line.startsWith("          ");
          const others = (all: string) => all.split("\n").filter((line) => !lineOf(line));
          expect(others(after)).toEqual(others(before));
          if (!isSaved) expect(after).toBe(before);
        }
        const { version } = engine().app;
        const back = await editor.save({ version, to: { version: first } }, by);
        expect(back.output).toMatchObject({ version: first });
        expect(readFileSync(file, "utf8")).toBe(text);
      },
    ),
    { numRuns: 8 },
  ));

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
  expect([reloads, await engine().saves()]).toEqual([2, []]);
});

test("a file that cannot be written stays, and nobody has saved it", async () => {
  const { file, engine, save } = await edit({ name: `${"a".repeat(240)}.yaml` });
  expect(codesOf(await save())).toEqual(["edit/not-written"]);
  expect(readFileSync(file, "utf8")).toBe(DEFINITION);
  expect(await engine().saves()).toEqual([]);
});

test("a file that became read-only is not replaced", async () => {
  const { file, save } = await edit();
  chmodSync(file, 0o444);
  const refused = await save();
  expect(codesOf(refused)).toEqual(["edit/not-written"]);
  expect(refused.diagnostics[0]?.message).toMatch(/read-only|may not write/);
  expect(readFileSync(file, "utf8")).toBe(DEFINITION);
});

test("a function without code is an error of a trial as of a save", async () => {
  const { editor, engine } = await edit();
  const path = ["functions", "RATE"];
  const edits = [{ path, text: "host: true\nparameters: {}\nresult: Number" }];
  const change = { version: engine().app.version, to: { edits } };
  const turn = { isOver: false, pause: async () => {} };
  const tried = await editor.try(change, { include: [], turn, signal: undefined });
  const found = { severity: "error", code: "definition/function-without-code", path, edit: 0 };
  const diagnostics = expect.arrayContaining([
    expect.objectContaining({ ...found, at: { line: 1, character: 1 } }),
  ]);
  expect(tried.output).toMatchObject({ valid: false, diagnostics });
  const saved = await editor.save(change, { user: null, accessKey: null, note: null });
  expect(codesOf(saved)).toEqual(expect.arrayContaining(["edit/has-errors", found.code]));
});

test("errors in a part of a JSON file have their places in its text", async () => {
  const decision = { type: "Number", parameters: { n: "Number" }, hit: "first", rows: [[">= 1", 1]] };
  const members = {
    tablewright: 1,
    app: { id: "a", name: "A" },
    tables: { T: { key: ["K"], columns: { K: { type: "Text" } } } },
  };
  const text = JSON.stringify({ ...members, decisions: { D: decision } }, undefined, 4);
  const { editor, engine } = await edit({ text });
  const path = ["decisions", "D"];
  const wrong = JSON.stringify({ ...decision, hit: "frist" }, undefined, 4);
  const change = { version: engine().app.version, to: { edits: [{ path, text: wrong }] } };
  const turn = { isOver: false, pause: async () => {} };
  const tried = await editor.try(change, { include: [], turn, signal: undefined });
  const lines = wrong.split("\n");
  const line = lines.findIndex((one) => one.includes("frist"));
  const at = { line: line + 1, character: (lines[line] ?? "").indexOf('"frist"') + 1 };
  expect(tried.output).toMatchObject({ valid: false, diagnostics: [{ path, edit: 0, at }] });
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

test("why calls are not tried is in the place of what they come to", async () => {
  const turn = { isOver: false, pause: async () => {} };
  const ask = async (text: string, outcome: object | string) => {
    const { editor, change } = await edit({ text, runCalls: async () => outcome });
    return (await editor.try(change, { include: ["calls"], turn, signal: undefined })).output;
  };
  expect(await ask(DEFINITION, {})).toMatchObject({ calls: { reason: { code: "history/none" } } });
  const recorded = DEFINITION.replace("name: A", "name: A, history: { keep: 30d }");
  expect(await ask(recorded, { calls: 7 })).toMatchObject({ calls: { calls: 7 } });
  expect(await ask(recorded, "They took too long.")).toMatchObject({
    calls: {
      reason: { code: "edit/not-tried", message: "Calls cannot be tried again. They took too long." },
    },
  });
});
