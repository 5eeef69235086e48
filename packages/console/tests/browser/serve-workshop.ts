import type { TestRun } from "@tablewright/client";
import { createEngine, loadDefinition } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { eventOperator } from "@tablewright/delivery";
import type { RuleTester } from "@tablewright/http";
import { memoryStore } from "@tablewright/store-memory";
import { type ServedConsole, serveConsole } from "../serve-console.ts";

const DEFINITION = `
tablewright: 1
app:
  id: workshop
  name: Workshop
  owner: owner@example.com
  history: { keep: 30d }
  roles: { ada@example.com: Boss, owner@example.com: Boss }
  api:
    enabled: true
    accessKeys:
      - { name: ada, key: V2-ada, as: ada@example.com, tests: true, events: true, undo: true }
      - { name: cy, key: V2-cy, as: cy@example.com, tables: [Dated] }
      - { name: bo, key: V2-bo, as: bo@example.com }
      - { name: all, key: V2-all }
tables:
  Jobs:
    key: [Job]
    securityFilter: 'OR(ISBLANK([Owner]), [Owner] = USEREMAIL())'
    columns:
      Job: { type: Number, initialValue: "MAX(Jobs[Job]) + 1" }
      Title: { type: Text, label: true, required: true }
      Owner: { type: Email }
      Status: { type: Enum, values: [Open, Done], initialValue: '"Open"' }
      Due: { type: Date, showIf: '[Status] <> "Done"' }
      Price: { type: Price, editableIf: '[Status] <> "Done"', validIf: '[_THIS] >= 0', invalidMessage: '"A price is not below zero."' }
      Link: { type: Url }
      Photo: { type: Image }
      toString: { type: Text }
  Parts:
    key: [Part]
    columns:
      Part: { type: Text }
      Job: { type: Ref, table: Jobs, partOf: true }
      Cost: { type: Price }
  Staff:
    key: [Person]
    columns:
      Person: { type: Email }
      Wage: { type: Price, readIf: 'USERROLE() = "Boss"' }
      Review: { type: Text, readIf: 'OR(USERROLE() = "Boss", [Person] = USEREMAIL())' }
decisions:
  APPROVER:
    description: Who approves a job.
    parameters: { title: Text, price: Price }
    type: Text
    hit: first
    rows:
      - ["-", "> 1000", boss]
      - ["-", "> 500", lead]
      - [Test, "-", none]
slices:
  Dated: { table: Jobs, filter: 'ISNOTBLANK([Due])' }
actions:
  Finish: { table: Jobs, set: { Status: '"Done"' } }
  Postpone: { table: Jobs, set: { Due: '[Due] + INPUT("days", 7)' } }
rules:
  Tell:
    table: Jobs
    on: [add]
    condition: '[Job] = 1'
    steps: [{ webhook: { url: "https://example.com/jobs", body: "<<[Title]>>" } }]
  Nightly: { table: Jobs, every: "@daily", steps: [{ action: Finish }] }
`;

const SCRIPT = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='window.hacked=3'/>";
const DOT =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const JOBS = [
  { Job: 1, Title: "Mend the pump", Price: 120.5, Due: "2026-03-04", Status: "Open", Photo: DOT },
  { Job: 2, Title: "Secret of Bo", Owner: "bo@example.com", Price: 1 },
  {
    Job: 3,
    Title: '<img src=x onerror="window.hacked = 1">',
    Link: "javascript:window.hacked=2",
    Photo: SCRIPT,
  },
  { Job: 4, Title: "\u202Egnirts desrever", Price: 0.1, Photo: "https://tracker.example/a.png" },
  { Job: 5, Title: "x".repeat(100_000), Price: 3 },
  { Job: 6, Title: "=1+1", Price: 4, Photo: "/console/icon.svg" },
];

export interface Workshop extends ServedConsole {
  /** Of the rows as they are stored. */
  titles(): Promise<readonly string[]>;
  price(title: string): Promise<unknown>;
}

/** A small application with hostile rows, and the console in front of it. The store is closed at the end. */
export async function serveWorkshop(store: Store = memoryStore()): Promise<Workshop> {
  const { output: definition, diagnostics } = loadDefinition(DEFINITION);
  if (definition === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const services = { now: Date.now, random: Math.random, newId: () => crypto.randomUUID() };
  const engine = await createEngine({ definition, store, services });
  const added = await engine.add("Jobs", JOBS);
  if (!added.ok) throw new Error(added.diagnostics.map(({ message }) => message).join("\n"));
  await engine.add("Parts", [
    { Part: "a", Job: 1, Cost: 2 },
    { Part: "..", Job: 1, Cost: 3 },
  ]);
  await engine.add("Staff", [
    { Person: "ada@example.com", Wage: 40, Review: "careful" },
    { Person: "bo@example.com", Wage: 30, Review: "quick" },
  ]);
  const rows = async () => {
    const jobs = await engine.find("Jobs", { properties: { RunAsUserEmail: "bo@example.com" } });
    return jobs.ok ? jobs.rows : [];
  };
  return {
    ...(await serveConsole(engine, "workshop", {
      tests: () => tester,
      events: () => eventOperator(store, "workshop", Date.now, () => undefined),
    })),
    titles: async () => (await rows()).map(({ Title }) => String(Title)),
    price: async (title) => (await rows()).find(({ Title }) => Title === title)?.Price,
  };
}

const RUN: TestRun = {
  at: "2026-03-04T09:00:00Z",
  ok: false,
  tests: [
    {
      file: "app.test.yaml",
      name: "a price may be zero",
      location: { line: 2 },
      milliseconds: 2,
      failures: [],
    },
    {
      file: "app.test.yaml",
      name: "a job is finished once",
      location: { line: 5 },
      milliseconds: 3,
      failures: [{ location: { line: 7, character: 5 }, message: "rows differ", expected: "1", actual: "2" }],
    },
  ],
  coverage: {
    cases: 4,
    covered: 3,
    points: [{ member: "actions.Finish", location: {}, cases: ["done"], missing: ["done"] }],
  },
};

/** Answers as if the definition had two tests, the second of which fails. */
const tester: RuleTester = {
  last: () => undefined,
  run: async () => ({ run: RUN }),
};
