import type { DefinitionSave, Engine, Outcome, TimeSlice, Wire } from "@tablewright/core";
import type { FastifyBaseLogger } from "fastify";
import type { ConsoleFiles } from "./console/answer-console.ts";
import type { ServiceLimits, Timeouts } from "./limits.ts";
import type { RateOptions } from "./rates/rates.ts";
import type { CallReport } from "./reports/call-report.ts";

/** What the record web API needs of an engine. */
export type ServedEngine = Pick<
  Engine,
  | "app"
  | "execute"
  | "batch"
  | "summarise"
  | "schema"
  | "decideMany"
  | "explainDecisions"
  | "decisionRows"
  | "explain"
  | "why"
  | "whyBatch"
  | "history"
  | "changes"
  | "live"
  | "listRuns"
  | "undo"
  | "check"
>;

/** The options of the record web API when it is registered. */
export interface RecordApiOptions {
  /** One per application; their ids differ. */
  readonly engines: readonly ServedEngine[];
  /** The form of cells in answers, unless a request prefers another. Default `spec`. */
  readonly wire?: Wire;
  /** Whether the access key may be in the query of the address. Default true. */
  readonly allowKeyInQuery?: boolean;
  /** The files of the console, served at `/console/`. Default none. */
  readonly console?: ConsoleFiles | undefined;
  /** Origins such as `https://images.example.com` whose pictures the console shows. Default: only its own. */
  readonly imageOrigins?: readonly string[];
  /** What operators do with the events of the application of an id, for keys that may. Default nothing. */
  readonly events?: ((app: string) => EventOperator | undefined) | undefined;
  /** What runs the tests of the application of an id, for keys that may. Default nothing. */
  readonly tests?: ((app: string) => RuleTester | undefined) | undefined;
  /** What changes the definition of the application of an id, for callers who may. Default nothing. */
  readonly definitions?: ((app: string) => DefinitionEditor | undefined) | undefined;
  /** What answers requests of assistants about the application of an id, at `/mcp`, whose callers were admitted. Default nothing. */
  readonly assistants?: ((app: string) => (request: Request) => Promise<Response>) | undefined;
  readonly limits?: Partial<ServiceLimits>;
  /** The most calls in a minute. Default as many as are made. */
  readonly rates?: RateOptions;
  /** The origins whose pages may call from a browser, such as `https://shop.example.com`; `*` is every one. Default none. */
  readonly origins?: readonly string[];
  /** How long is waited for a caller; of these, what is not the server's. */
  readonly timeouts?: Partial<Pick<Timeouts, "answer">>;
  /** Milliseconds since 1970-01-01T00:00:00Z, for the expiry of access keys. Default the system's clock. */
  readonly now?: () => number;
  /** Waits so many milliseconds before a stream looks for changes again. Default a timer of the system. */
  readonly wait?: (milliseconds: number) => Promise<void>;
  /** Called with an unexpected error, of which the caller got only the trace id. By default it is lost. */
  readonly reportError?: (error: unknown, traceId: string) => void;
  /** Called for every request after its answer was sent. */
  readonly reportCall?: (report: CallReport) => void;
}

export interface ServerOptions extends RecordApiOptions {
  /** Where a line is written about each request, and errors of ours. Default nowhere. */
  readonly logger?: FastifyBaseLogger;
  readonly timeouts?: Partial<Timeouts>;
  /** Addresses and networks of proxies, whose `X-Forwarded-For` says where callers sit. Default none. */
  readonly trustedProxies?: readonly string[];
  /** Certificate and key in PEM, for HTTPS. Default HTTP. */
  readonly tls?: TlsFiles | undefined;
}

export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** What operators see of the events of an application and do with them: `eventOperator` of `@tablewright/delivery` gives one. */
export interface EventOperator {
  /** Whether events are shown and nothing is done with them. */
  readonly readOnly?: boolean;
  /** As JSON has them, the newest first. */
  list(choice: EventChoice): Promise<readonly object[]>;
  retry(chosen: ChosenEvents): Promise<EventsChanged>;
  drop(chosen: ChosenEvents): Promise<EventsChanged>;
}

interface EventChoice {
  readonly id?: string;
  readonly state?: OperatedState;
  readonly rule?: string;
  readonly limit: number;
}

type OperatedState = "waiting" | "delivered" | "failed" | "dropped";

/** Events by their ids, or all that have failed and were not dropped. */
export type ChosenEvents = readonly string[] | "failed";

interface EventsChanged {
  readonly changed: readonly string[];
  /** Events that stayed as they were, with a sentence that says why. */
  readonly refused: readonly { readonly id: string; readonly reason: string }[];
}

/** Runs the tests of a definition: `tablewright serve` hands in one that runs `tablewright test` in a process of its own. */
export interface RuleTester {
  /** What came of the last run since the server began; undefined before the first. */
  last(): object | undefined;
  /** Runs them all; those who ask while they run are answered with the same run. */
  run(): Promise<TestOutcome>;
}

/** The run as JSON has it, or a sentence that says why there is none. */
export type TestOutcome = { readonly run: object } | { readonly reason: string };

/** Shows and changes the definition of an application: `tablewright serve --edit-definition` hands one in. */
export interface DefinitionEditor {
  /** Its parts as they are served, or as they were in a version; and its versions. */
  show(version: string | undefined): Promise<Outcome<object>>;
  /** What a change would come to; nothing is written. */
  try(change: DefinitionChange, trial: DefinitionTrial): Promise<Outcome<object>>;
  /** Writes the file, and serves what is in it. */
  save(change: DefinitionChange, by: DefinitionAuthor): Promise<Outcome<object>>;
}

/** Edits of the parts of a definition, or a version whose text it has again. */
export interface DefinitionChange {
  /** The version that the change was made in. */
  readonly version: string;
  readonly to: { readonly edits: readonly TextAtPath[] } | { readonly version: string };
}

/** What the text at a path becomes; null removes it. */
export interface TextAtPath {
  readonly path: readonly (string | number)[];
  readonly text: string | null;
}

export const TRIALS = ["tests", "rows", "calls"] as const;

export interface DefinitionTrial {
  /** What is looked at besides the text. */
  readonly include: readonly (typeof TRIALS)[number][];
  readonly turn: TimeSlice;
  readonly signal: AbortSignal | undefined;
}

export type DefinitionAuthor = Pick<DefinitionSave, "user" | "accessKey" | "note">;
