import { answerAssistant } from "./assistant.ts";
import { defineRoute } from "./define-route.ts";

/** The same where there is only one application; where there are several, the path names none. */
export const onlyAssistant = defineRoute({
  method: "POST",
  path: "/mcp",
  answer: (service, request) => {
    const [only, other] = service.applications;
    return answerAssistant(service, request, other === undefined ? (only?.name ?? "") : "");
  },
});
