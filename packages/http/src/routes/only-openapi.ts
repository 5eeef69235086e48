import { answerOpenapi } from "../openapi/answer-openapi.ts";
import { defineRoute } from "./define-route.ts";

/** The OpenAPI document of the application, where there is only one; where there are several, the path names none. */
export const onlyOpenapi = defineRoute({
  method: "GET",
  path: "/openapi.json",
  answer: async (service, request) => {
    const [only, other] = service.applications;
    return answerOpenapi(service, request, other === undefined ? (only?.name ?? "") : "");
  },
});
