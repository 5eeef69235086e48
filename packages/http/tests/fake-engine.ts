/** An engine of one table in memory that keeps to the contract of `execute`, and what a test may hang into it. */
import {
  type AccessKey,
  type AppDefinition,
  accessKey,
  diagnose,
  type EngineRequest,
  type Result,
} from "@tablewright/core";
import type { ServedEngine } from "../src/index.ts";

export const appId = "3f0c8a52-6d0e-4a53-9d55-0f4f8f3f1a10";

export interface FakeEngine extends ServedEngine {
  /** Every request that came through, in order. */
  readonly requests: EngineRequest[];
  /** Stands in for the engine's own answer. */
  answer: (request: EngineRequest) => Result | Promise<Result>;
  check: () => Promise<void>;
}

export interface FakeOptions {
  readonly id?: string;
  readonly enabled?: boolean;
  readonly accessKeys?: readonly AccessKey[];
  readonly tables?: readonly string[];
  readonly slices?: readonly string[];
}

export function fakeEngine(options: FakeOptions = {}): FakeEngine {
  const tables = options.tables ?? ["Orders", "Order Details"];
  const [table] = tables;
  const requests: EngineRequest[] = [];
  const engine: FakeEngine = {
    app: {
      id: options.id ?? appId,
      api: { enabled: options.enabled ?? true, accessKeys: options.accessKeys ?? [plainKey()] },
      tables: new Map(tables.map((name) => [name, { name, columns: [] }])),
      actions: new Map([["Mark Sent", { name: "Mark Sent" }]]),
      slices: new Map((options.slices ?? []).map((name) => [name, { name, table: { name: table } }])),
    } as unknown as AppDefinition,
    requests,
    answer,
    execute: async (request) => {
      requests.push(request);
      return engine.answer(request);
    },
    batch: async () => {
      throw new Error("This engine carries out no batches.");
    },
    live: async () => {
      throw new Error("This engine follows no rows.");
    },
    summarise: async () => {
      throw new Error("This engine summarises nothing.");
    },
    schema: () => {
      throw new Error("This engine has no schema.");
    },
    decideMany: async () => {
      throw new Error("This engine decides nothing.");
    },
    explainDecisions: async () => {
      throw new Error("This engine explains no decisions.");
    },
    decisionRows: () => undefined,
    explain: async () => {
      throw new Error("This engine explains nothing.");
    },
    why: async () => {
      throw new Error("This engine gives no reasons.");
    },
    whyBatch: async () => {
      throw new Error("This engine gives no reasons of batches.");
    },
    history: async () => {
      throw new Error("This engine has no history.");
    },
    listRuns: async () => [],
    changes: async () => {
      throw new Error("This engine has no journal.");
    },
    undo: async () => {
      throw new Error("This engine undoes nothing.");
    },
    check: async () => {},
  };
  return engine;
}

/** A key that may do everything, but for what the test says. */
export function plainKey(differences: Partial<AccessKey> = {}): AccessKey {
  return accessKey({ name: "test", key: "V2-right", ...differences });
}

const ACTIONS = ["Add", "Edit", "Delete", "Find", "Mark Sent"];

function answer(request: EngineRequest): Result {
  const action = ACTIONS.find((name) => name.toLowerCase() === request.action.toLowerCase());
  if (action === undefined) {
    const details = { action: request.action, actions: ACTIONS };
    return { ok: false, diagnostics: [diagnose("request/unknown-action", details)] };
  }
  const rows = request.rows ?? [];
  if (action !== "Find" && rows.length === 0) {
    return { ok: false, diagnostics: [diagnose("request/rows-missing", { action })] };
  }
  return { ok: true, rows: rows.length === 0 ? [{ "Order ID": 1 }] : rows, warnings: [] };
}
