/** The record web API: its one function, a Fastify plugin, a server, and a handler of web requests. */
export type { Answer } from "./answers/answer.ts";
export type { ApiRequest, RequestBody } from "./api-request.ts";
export type { ConsoleFile, ConsoleFiles } from "./console/answer-console.ts";
export { closeServer, createServer, type RecordServer } from "./fastify/create-server.ts";
export { recordApi } from "./fastify/hand-over.ts";
export { createLogger } from "./fastify/report-to.ts";
export { type FetchHandlerOptions, fetchHandler, fetchHandlerOf } from "./fetch/fetch-handler.ts";
export { defaultServiceLimits, defaultTimeouts, type ServiceLimits, type Timeouts } from "./limits.ts";
export type { RateOptions, SharedRates, TakenTime } from "./rates/rates.ts";
export { createRecordApi, type RecordApi } from "./record-api.ts";
export type { CallReport } from "./reports/call-report.ts";
export type { CallLoad } from "./service.ts";
export type {
  DefinitionChange,
  DefinitionEditor,
  DefinitionTrial,
  EventOperator,
  RecordApiOptions,
  RuleTester,
  ServedEngine,
  ServerOptions,
  TestOutcome,
  TlsFiles,
} from "./settings.ts";
