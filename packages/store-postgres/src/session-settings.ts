import { quoteName } from "@tablewright/store-sql";
import type { PoolConfig } from "pg";
import type { PostgresOptions } from "./postgres-options.ts";

/** What the driver is to know, and what is set on each session, or in each transaction where sessions are shared. */
export interface SessionSettings {
  readonly config: PoolConfig;
  /** Such as `statement_timeout = 30000`. */
  readonly settings: readonly string[];
}

/** The driver would send limits of time as it connects, which poolers refuse. */
export function sessionSettings(options: PostgresOptions): SessionSettings {
  const {
    schema,
    acceptsLoss: _,
    prepare: __,
    read: ___,
    readLag: ____,
    checkTimeout: _____,
    readOnly: ______,
    dryRun: _______,
    callSettings: ________,
    ...config
  } = options;
  const limits = LIMITS.flatMap((name) => {
    const milliseconds = config[name];
    delete config[name];
    return typeof milliseconds === "number" ? [`${name} = ${milliseconds}`] : [];
  });
  const path = schema === undefined ? [] : [`search_path to ${quoteName(schema)}`];
  return { config, settings: ["datestyle to iso", JIT, ...path, ...limits] };
}

/** Compiling takes seconds where the planner overestimates, as it does for a table that was never analysed. */
const JIT = "jit = off";

const LIMITS = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"] as const;
