import {
  type AppDefinition,
  createEngine,
  type Engine,
  type EngineOptions,
  type EngineRequest,
  loadDefinition,
  type ResultRow,
} from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";

/** The application of the engine's tests: every feature of a table once, as small as it can be. */
const DEFINITION = `
tablewright: 1
app: { id: workshop, name: Workshop, owner: owner@example.com, locale: en-US, timezone: UTC }
tables:
  Makers:
    key: [Maker]
    columns:
      Maker: { type: Text }
      Name: { type: Text, required: true }
      Rate: { type: Price }
  Jobs:
    key: [Job]
    columns:
      Job: { type: Text, initialValue: "UNIQUEID()" }
      Maker: { type: Ref, table: Makers }
      Hours: { type: Number, min: 1, max: 100 }
      Share: { type: Percent }
      Begun: { type: Date, initialValue: "TODAY()" }
      Ended: { type: Date, validIf: "[_THIS] >= [Begun]", invalidMessage: '"ends before " & [Begun]' }
      State: { type: Enum, values: [Open, Done], initialValue: '"Open"', required: true }
      Report: { type: Text, requiredIf: '[State] = "Done"' }
      Cost: { type: Price, formula: "[Hours] * [Maker].[Rate]" }
      Double: { type: Price, formula: "[Cost] * 2" }
  Parts:
    key: [Job, Part]
    columns:
      Job: { type: Ref, table: Jobs }
      Part: { type: Text }
      Count: { type: Number, validIf: "LIST(1, 2, 3)" }
  Ledger:
    key: [Entry]
    updates: [add]
    columns:
      Entry: { type: Number }
      Note: { type: LongText }
`;

/** However busy the machine is, a call has the time it needs; its fuel is counted. */
const PATIENT = { milliseconds: 600_000 };

/** An open engine over a fresh store, with a fixed clock and a repeatable stream of random numbers. */
export interface Workshop {
  readonly engine: Engine;
  /** The rows of an accepted call; a rejected one fails the test with its diagnostics. */
  rows(request: EngineRequest): Promise<readonly ResultRow[]>;
  /** The diagnostics of a rejected call, each as `row column code`; an accepted one fails the test. */
  errors(request: EngineRequest): Promise<readonly string[]>;
  /** All rows of a table. */
  all(table: string): Promise<readonly ResultRow[]>;
}

export async function withWorkshop(
  make: MakeStore,
  test: (workshop: Workshop) => Promise<void>,
  wrap: (store: Store) => Store = (store) => store,
  source: string = DEFINITION,
  limits: NonNullable<EngineOptions["limits"]> = {},
): Promise<void> {
  const definition = definitionOf(source);
  const underTest = await make(source);
  try {
    let state = 1;
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    let ids = 0;
    const newId = () => `id-${++ids}`;
    const services = { now: () => Date.UTC(2026, 2, 14, 15, 9, 26), random, newId };
    const engine = await createEngine({
      definition,
      store: wrap(underTest.store),
      services,
      limits: { ...PATIENT, ...limits },
    });
    await test(workshopOver(engine));
  } finally {
    await underTest.dispose();
  }
}

/** A definition never changes, and hundreds of tests use the same few. */
const definitions = new Map<string, AppDefinition>();

function definitionOf(source: string): AppDefinition {
  const loaded = definitions.get(source);
  if (loaded !== undefined) return loaded;
  const { output, diagnostics } = loadDefinition(source);
  if (output === undefined) throw new Error(JSON.stringify(diagnostics, null, 2));
  definitions.set(source, output);
  return output;
}

function workshopOver(engine: Engine): Workshop {
  const rows = async (request: EngineRequest) => {
    const result = await engine.execute(request);
    if (!result.ok) throw new Error(JSON.stringify(result.diagnostics, null, 2));
    return result.rows;
  };
  const errors = async (request: EngineRequest) => {
    const result = await engine.execute(request);
    if (result.ok) throw new Error(`accepted: ${JSON.stringify(result.rows)}`);
    return result.diagnostics.map(({ row, column, code }) => [row, column, code].filter(Boolean).join(" "));
  };
  return { engine, rows, errors, all: (table) => rows({ action: "Find", table }) };
}

/** Two makers and three jobs, the first of Ada, the second of Bea, the third of nobody. */
export async function fill({ rows }: Workshop): Promise<void> {
  await rows({
    action: "Add",
    table: "Makers",
    rows: [
      { Maker: "a", Name: "Ada", Rate: 0.1 },
      { Maker: "b", Name: "Bea", Rate: 20 },
    ],
  });
  await rows({
    action: "Add",
    table: "Jobs",
    rows: [
      { Job: "j1", Maker: "a", Hours: 3, Begun: "2026-01-31" },
      { Job: "j2", Maker: "b", Hours: 10, Begun: "2026-02-28" },
      { Job: "j3", Hours: "", Begun: "" },
    ],
  });
}
