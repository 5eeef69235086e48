/** What a program hands to the engine in a form that no call has: it is refused and changes nothing. */
import { createEngine, type Engine, loadDefinition } from "@tablewright/core";
import { expect, test } from "vitest";
import { memoryStore } from "../src/index.ts";

const { output } = loadDefinition(`
tablewright: 1
app: { id: items, name: Items, owner: owner@example.com }
tables:
  Items:
    history: { keep: 30d }
    key: [ID]
    securityFilter: '[Owner] = USEREMAIL()'
    columns: { ID: { type: Text }, Owner: { type: Text } }
`);
const definition = output ?? expect.fail();
const services = { now: () => Date.UTC(2026, 0, 5), random: Math.random, newId: () => crypto.randomUUID() };

/** An engine that takes anything, as one does for a program in JavaScript. */
type Untyped = { readonly [Name in keyof Engine]: (...given: unknown[]) => Promise<unknown> };

async function withItems<T>(work: (engine: Untyped) => Promise<T>): Promise<T> {
  const engine = await createEngine({ definition, store: memoryStore(), services });
  await engine.add("Items", [{ ID: "a", Owner: "owner@example.com" }]);
  const answer = await work(engine as unknown as Untyped);
  const stored = await engine.find("Items");
  expect(stored).toMatchObject({ ok: true, rows: [{ ID: "a" }] });
  if (stored.ok) expect(stored.rows).toHaveLength(1);
  await engine.close();
  return answer;
}

const find = { action: "Find", table: "Items" };
const add = { action: "Add", table: "Items", rows: [{ ID: "b" }] };
const callers = /A caller is "owner", "named" or an object with "email"/;

test.each<[call: string, caller: unknown, message: RegExp]>([
  ["a text", "x", callers],
  ["an empty text", "", callers],
  ["a number", 5, callers],
  ["true", true, callers],
  ["null", null, callers],
  ["a list", ["a@example.com"], callers],
  ["a function", () => "a@example.com", callers],
  ["a wrong member", { email: "a@example.com", rôle: "x" }, /has no option "rôle"\. Did you mean "role"/],
  ["a role that is a number", { email: "a@example.com", role: 5 }, /The role of a caller is a text/],
  ["a setting that is a number", { email: "a@example.com", settings: { A: 5 } }, /A setting of a caller/],
  ["settings that are a text", { email: "a@example.com", settings: "A" }, /settings of a caller/],
])("no call is made for a caller that is %s", (_, caller, message) =>
  withItems(async (engine) => {
    const calls = [
      () => engine.execute({ ...find, caller }),
      () => engine.execute({ ...add, caller }),
      () => engine.why({ ...find, caller }),
      () => engine.explain({ ...find, caller }),
      () => engine.summarise({ table: "Items", values: { Rows: "COUNT" }, caller }),
      () => engine.changes({ limit: 1, caller }),
      () => engine.history({ table: "Items", key: "a", caller }),
      () => engine.undo({ call: "x", caller }),
      () => engine.decide("None", {}, { caller }),
    ];
    for (const call of calls) {
      const thrown = await call().catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(TypeError);
      expect((thrown as Error).message).toMatch(message);
    }
  }),
);

test.each<[rows: string, rows: unknown]>([
  ["an object", { ID: "b" }],
  ["an empty object", {}],
  ["a number", 5],
  ["a text", "b"],
  ["null", null],
  ["a Set", new Set([{ ID: "b" }])],
  ["a list with null", [null]],
  ["a list with a row and undefined", [{ ID: "b" }, undefined]],
  ["a list with a hole", new Array(1)],
  ["a list of lists", [[["ID", "b"]]]],
  ["a list of Maps", [new Map([["ID", "b"]])]],
  ["a list of texts", ["b"]],
])("rows that are %s are an error", (_, rows) =>
  withItems(async (engine) => {
    const calls = [
      () => engine.add("Items", rows),
      () => engine.edit("Items", rows),
      () => engine.delete("Items", rows),
      () => engine.find("Items", { keys: rows }),
      () => engine.execute({ ...find, rows }),
      () => engine.execute({ ...add, rows }),
    ];
    for (const call of calls)
      expect(await call()).toMatchObject({ ok: false, diagnostics: [{ code: "request/property" }] });
  }),
);

const NO_PROPERTIES = /takes "properties" as an object, and was given null\./;
const rows = async function* () {
  yield [{ cells: ["b"] }];
};
const source = { table: "Items", columns: ["ID"], rows: rows() };
const loaded = (options: unknown) => (engine: Untyped) => engine.load([{ ...source, rows: rows() }], options);
const batches = (batch: unknown) => (engine: Untyped) =>
  engine.load([
    {
      ...source,
      rows: (async function* () {
        yield batch;
      })(),
    },
  ]);

test.each<[call: string, call: (engine: Untyped) => Promise<unknown>, message: RegExp]>([
  ["find by a text", (engine) => engine.find("Items", 'FILTER("Items", FALSE)'), /as an object/],
  [
    "find by another spelling",
    (engine) => engine.find("Items", { Selector: "x" }),
    /engine\.find has no option "Selector"\. Did you mean "selector"\?/,
  ],
  ["history of a number", (engine) => engine.history({ table: "Items", key: 5 }), /"key" as a text/],
  ["undo of a number", (engine) => engine.undo({ call: 5 }), /"call" as the id of a call/],
  ["an access key that is none", (engine) => engine.execute({ ...add, accessKey: {} }), /"accessKey"/],
  [
    "an idempotency key that is a number",
    (engine) => engine.execute({ ...add, idempotencyKey: 5 }),
    /"idempotencyKey" as a text, and was given 5/,
  ],
  [
    "a source with a member that there is not",
    (engine) => engine.load([{ table: "Items", colums: ["ID"], columns: ["ID"], rows: [] }]),
    /no option "colums"\. Did you mean "columns"/,
  ],
  ["a source without a table", (engine) => engine.load([{ columns: ["ID"], rows: [] }]), /"table"/],
  ["find by a cell", (engine) => engine.find("Items", { Item: "a" }), /no option "Item"/],
  ["find by a Selector that is a list", (engine) => engine.find("Items", { selector: ["x"] }), /"selector"/],
  ["no request", (engine) => engine.execute(), /engine\.execute takes its options as an object/],
  ["execute", (engine) => engine.execute({ ...find, Rows: [] }), /"Rows"\. Did you mean "rows"\?/],
  ["why", (engine) => engine.why({ ...find, propertis: {} }), /Did you mean "properties"\?/],
  ["properties", (engine) => engine.execute({ ...add, properties: "DryRun" }), /"properties"/],
  ["no properties", (engine) => engine.execute({ ...find, properties: null }), NO_PROPERTIES],
  [
    "a batch without properties",
    (engine) => engine.batch({ calls: [find], properties: null }),
    NO_PROPERTIES,
  ],
  [
    "a call of a batch without properties",
    (engine) => engine.batch({ calls: [{ ...find, properties: null }] }),
    NO_PROPERTIES,
  ],
  ["properties of add", (engine) => engine.add("Items", [{ ID: "b" }], true), /"properties"/],
  [
    "properties in a list",
    (engine) => engine.add("Items", [{ ID: "b" }], [{ DryRun: true }]),
    /"properties"/,
  ],
  ["nameable", (engine) => engine.execute({ ...find, nameable: null }), /"nameable"/],
  ["nameable without questions", (engine) => engine.execute({ ...find, nameable: {} }), /"nameable"/],
  ["wire", (engine) => engine.execute({ ...find, wire: "Typed" }), /"wire"/],
  ["add without rows", (engine) => engine.add("Items"), /engine\.add takes/],
  ["dryrun", loaded({ dryrun: true }), /Did you mean "dryRun"\?/],
  ["dryRun as a text", loaded({ dryRun: "true" }), /"dryRun"/],
  ["allornothing", loaded({ allornothing: true }), /Did you mean "allOrNothing"\?/],
  ["onDuplicate", loaded({ onDuplicate: "Update" }), /"onDuplicate"/],
  ["partSize", loaded({ partSize: 0 }), /"partSize"/],
  ["properties of a load", loaded({ properties: "de-DE" }), /"properties"/],
  ["a batch that is a row", batches({ cells: ["b"] }), /hands out lists of rows/],
  ["a batch of cells", batches([["b"]]), /row 1/],
  ["a batch with null", batches([null]), /row 1/],
  ["rows of a load that are an object", (engine) => engine.load([{ ...source, rows: {} }]), /"rows"/],
  ["one source", (engine) => engine.load(source), /takes a list of sources/],
  ["a source without columns", (engine) => engine.load([{ ...source, columns: undefined }]), /"columns"/],
  ["cells of an unload", (engine) => engine.unload([], () => {}, { cells: "Text" }), /"cells"/],
  ["an unload of a text", (engine) => engine.unload("Items", () => {}), /takes a list of names/],
  ...[-1, 0, Number.NaN, 1.5, "5", undefined].map(
    (limit): [string, (engine: Untyped) => Promise<unknown>, RegExp] => [
      `changes with the limit ${limit}`,
      (engine) => engine.changes({ limit }),
      /"limit"/,
    ],
  ),
])("%s is a TypeError", (_, call, message) =>
  withItems(async (engine) => {
    const thrown = await call(engine).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(TypeError);
    expect((thrown as Error).message).toMatch(message);
  }),
);

test.each<[given: string, given: object, message: RegExp]>([
  ["no definition", { definition: undefined }, /"definition"/],
  ["what loadDefinition answers", { definition: { output: definition } }, /"definition"/],
  ["no store", { store: undefined }, /"store"/],
  ["a store that is a text", { store: "postgres://" }, /"store"/],
  ["no services", { services: undefined }, /"services"/],
  ["services without a clock", { services: { ...services, now: undefined } }, /"services"/],
  ["a limit that there is not", { limits: { feul: 5 } }, /no option "feul"\. Did you mean "fuel"/],
  ["limits that are a number", { limits: 5 }, /"limits".*as an object/],
  ["a step that is a text", { steps: { tell: "https://x.example" } }, /"steps"/],
  ["an observer that hears nothing", { observer: {} }, /"observer"/],
  ["readOnly as a text", { readOnly: "false" }, /"readOnly"/],
])("createEngine with %s is a TypeError", async (_, given, message) => {
  const options = { definition, store: memoryStore(), services, ...given };
  const thrown = await createEngine(options as never).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(TypeError);
  expect((thrown as Error).message).toMatch(message);
});
