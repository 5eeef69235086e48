import { answerOpenapi } from "../openapi/answer-openapi.ts";
import { defineRoute } from "./define-route.ts";

/** The OpenAPI document of one application. */
export const openapi = defineRoute({
  method: "GET",
  path: "/api/v2/apps/:appId/openapi.json",
  answer: async (service, request) => answerOpenapi(service, request, request.parameters.appId),
});
