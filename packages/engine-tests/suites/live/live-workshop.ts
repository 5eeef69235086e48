import { setImmediate } from "node:timers/promises";
import {
  createEngine,
  type Engine,
  type LiveRequest,
  type LiveRows,
  type LiveStep,
  loadDefinition,
} from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";

/** Rows of one table are judged by themselves, of the other by what a third says of the caller. */
const DEFINITION = `
tablewright: 1
app: { id: live, name: Live, owner: owner@example.com, locale: en-US, timezone: UTC, history: { keep: 30d }, roles: { owner@example.com: Admin } }
tables:
  Tasks:
    key: [Task]
    securityFilter: 'OR(USERROLE() = "Admin", [Owner] = USEREMAIL())'
    columns:
      Task: { type: Text }
      Owner: { type: Text }
      Size: { type: Number }
      Due: { type: Date }
  Notes:
    key: [Note, Part]
    securityFilter: 'OR(USERROLE() = "Admin", IN([Topic], SELECT(Grants[Topic], [Who] = USEREMAIL())))'
    columns:
      Note: { type: Number }
      Part: { type: Date }
      Topic: { type: Text }
      Size: { type: Number }
      Tasks: { type: Number, virtual: true, formula: 'COUNT(SELECT(Tasks[Task], [Size] = [_THISROW].[Size]))' }
  Vault:
    key: [Door]
    columns:
      Door: { type: Text }
      Size: { type: Number }
      Secret: { type: Text, sensitive: true }
  Grants:
    key: [Grant]
    securityFilter: 'USERROLE() = "Admin"'
    columns:
      Grant: { type: Text }
      Who: { type: Text }
      Topic: { type: Text }
  Plain: { key: [Plain], history: false, columns: { Plain: { type: Text }, Size: { type: Number } } }
slices:
  Big Tasks: { table: Tasks, filter: '[Size] >= 5', columns: [Task, Size] }
`;

/** Engines whose clock stands still, and whose looks into the journal are made when the test says so. */
export interface LiveWorkshop {
  readonly engine: Engine;
  /** One for each store, the first of them `engine`. */
  readonly engines: readonly Engine[];
  /** Looks, some milliseconds later, until every reader has what there is. A look that leaves no reader open does not end. */
  quiet(milliseconds?: number): Promise<void>;
}

export async function withLive(
  make: MakeStore,
  test: (workshop: LiveWorkshop) => Promise<void>,
): Promise<void> {
  const { store, dispose } = await make(DEFINITION);
  try {
    await withLiveServers([store], test);
  } finally {
    await dispose();
  }
}

/** The same over several stores that have one database. */
export async function withLiveServers(
  stores: readonly [Store, ...Store[]],
  test: (workshop: LiveWorkshop) => Promise<void>,
): Promise<void> {
  const { output: definition, diagnostics } = loadDefinition(DEFINITION);
  if (definition === undefined) throw new Error(JSON.stringify(diagnostics, null, 2));
  let [now, ids] = [Date.UTC(2026, 2, 14, 15, 9, 26), 0];
  const timers = new Set<() => void>();
  const services = {
    now: () => now,
    random: () => 0.5,
    newId: () => `id-${++ids}`,
    after: (_: number, run: () => void) => {
      timers.add(run);
      return () => timers.delete(run);
    },
  };
  const limits = { milliseconds: 600_000, liveRows: 50, liveRowsPerKey: 70 };
  const [first, ...others] = stores;
  const engine = await createEngine({ definition, store: first, services, limits });
  const engines = [engine];
  for (const store of others) engines.push(await createEngine({ definition, store, services, limits }));
  const quiet = async (milliseconds = 60) => {
    now += milliseconds;
    const due = [...timers];
    timers.clear();
    for (const run of due) run();
    // A look that has ended sets the next.
    for (let turns = 0; timers.size < due.length && turns < MOST_TURNS; turns++) await setImmediate();
    await setImmediate();
    await setImmediate();
  };
  await test({ engine, engines, quiet });
}

/** Of the event loop, in which a look ends that does not fail. */
const MOST_TURNS = 1_000_000;

/** A reader that keeps the rows as the steps say, and notes what contradicts what it has. */
export class LiveReader {
  readonly rows = new Map<string, unknown>();
  readonly errors: string[] = [];
  resets = 0;
  /** All steps, without their cursors. */
  readonly steps: Omit<LiveStep, "cursor">[] = [];
  cursor: string | undefined;
  #rows: LiveRows | undefined;
  readonly #request: LiveRequest;

  constructor(request: LiveRequest) {
    this.#request = request;
  }

  get request(): LiveRequest {
    return this.#request;
  }

  get isOpen(): boolean {
    return this.#rows !== undefined;
  }

  /** Follows the rows from where it was. */
  async open(engine: Engine): Promise<void> {
    const { output, diagnostics } = await engine.live({ ...this.#request, after: this.cursor });
    for (const { code } of diagnostics) this.errors.push(code);
    if (output === undefined) return;
    this.#rows = output;
    this.cursor = output.cursor ?? this.cursor;
    void this.#follow(output).catch((error: unknown) => this.errors.push(String(error)));
  }

  async cut(): Promise<void> {
    const rows = this.#rows;
    this.#rows = undefined;
    await rows?.return();
  }

  async #follow(rows: LiveRows): Promise<void> {
    for await (const { reset, enter, change, leave, cursor, errors } of rows) {
      this.steps.push({ reset, enter, change, leave, ...(errors && { errors }) });
      if (reset) {
        this.resets++;
        this.rows.clear();
      }
      for (const { key, row } of enter) {
        if (this.rows.has(key)) this.errors.push(`${key} enters twice`);
        this.rows.set(key, row);
      }
      for (const { key, row } of change) {
        if (!this.rows.has(key)) this.errors.push(`${key} changes and was not there`);
        if (JSON.stringify(this.rows.get(key)) === JSON.stringify(row))
          this.errors.push(`${key} does not change`);
        this.rows.set(key, row);
      }
      for (const key of leave)
        if (!this.rows.delete(key)) this.errors.push(`${key} leaves and was not there`);
      if (!reset && enter.length + change.length + leave.length === 0 && errors === undefined)
        this.errors.push("an empty step");
      this.cursor = cursor ?? this.cursor;
      for (const { code } of errors ?? []) this.errors.push(code);
    }
  }
}
