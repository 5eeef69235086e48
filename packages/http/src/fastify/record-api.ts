import type { FastifyPluginAsync } from "fastify";
import { defaultServiceLimits, defaultTimeouts } from "../limits.ts";
import { createRecordApi } from "../record-api.ts";
import { assistant, onlyAssistant } from "../routes/assistant.ts";
import type { Route } from "../routes/define-route.ts";
import { routes } from "../routes/index.ts";
import type { RecordApiOptions } from "../settings.ts";
import { Scheduler } from "../turns/scheduler.ts";
import { handOver } from "./hand-over.ts";
import { reportTo } from "./report-to.ts";

/** The record web API as a Fastify plugin; other paths stay with the server it is registered on. */
export const recordApi: FastifyPluginAsync<RecordApiOptions> = async (fastify, options) => {
  const bounds = { ...defaultTimeouts, ...options.timeouts, ...defaultServiceLimits, ...options.limits };
  const scheduler = new Scheduler(bounds);
  const api = createRecordApi({ reportError: reportTo(fastify.log), ...options }, scheduler);
  fastify.server.on("connection", () => scheduler.arrive());
  const handler = handOver(fastify, api, bounds);
  const method = fastify.supportedMethods;
  const served = options.assistants === undefined ? routes.filter((one) => !ASSISTANTS.has(one)) : routes;
  for (const url of new Set(served.map(({ path }) => path)))
    fastify.route({ method, url, exposeHeadRoute: false, handler });
};

const ASSISTANTS: ReadonlySet<Route> = new Set([assistant, onlyAssistant]);
