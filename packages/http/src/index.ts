/** The record web API: its one function, a Fastify plugin, a server, and a handler of web requests. */
export type { Answer } from "./answers/answer.ts";
export type { ApiRequest, RequestBody } from "./api-request.ts";
export type { ConsoleFile, ConsoleFiles } from "./console/console-files.ts";
export type {
  DefinitionChange,
  DefinitionEditor,
  DefinitionTrial,
} from "./definitions/definition-editor.ts";
export type { EventOperator } from "./events/event-operator.ts";
export { closeServer } from "./fastify/close-server.ts";
export { createLogger } from "./fastify/create-logger.ts";
export { createServer, type RecordServer } from "./fastify/create-server.ts";
export { recordApi } from "./fastify/record-api.ts";
export { type FetchHandlerOptions, fetchHandler, fetchHandlerOf } from "./fetch/fetch-handler.ts";
export { defaultServiceLimits, defaultTimeouts, type ServiceLimits, type Timeouts } from "./limits.ts";
export type { RateOptions } from "./rates/rates.ts";
export type { SharedRates, TakenTime } from "./rates/shared-rates.ts";
export { createRecordApi, type RecordApi } from "./record-api.ts";
export type { CallLoad } from "./reports/call-load.ts";
export type { CallReport } from "./reports/call-report.ts";
export type { RecordApiOptions, ServedEngine, ServerOptions, TlsFiles } from "./settings.ts";
export type { RuleTester, TestOutcome } from "./tests/rule-tester.ts";
