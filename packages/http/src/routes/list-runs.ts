import { authenticateForEvents } from "../access/authenticate-for-events.ts";
import { jsonAnswer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { writeProblem } from "../answers/write-problem.ts";
import { readRunPage } from "../runs/read-run-page.ts";
import { schedulesOf } from "../runs/schedules-of.ts";
import { writeRun } from "../runs/write-run.ts";
import { inPlace } from "../turns/carry-out.ts";
import { defineRoute } from "./define-route.ts";

/** What workflow rules did, the newest first, and when those with a schedule run: `{ "runs": […], "schedules": […] }`. */
export const listRuns = defineRoute({
  method: "GET",
  path: "/api/v2/apps/:appId/runs",
  answer: async (service, request) => {
    const authenticated = authenticateForEvents(service, request, "runs");
    if (authenticated.output === undefined) return writeProblem(authenticated.diagnostics, request.id);
    const { application, key } = authenticated.output;
    const { engine } = application;
    const page = readRunPage(request.url);
    if (page.output === undefined) return writeProblem(page.diagnostics, request.id);
    const { output } = page;
    return inPlace(service, key, request, async () => {
      const runs = (await engine.listRuns(output)).map(writeRun);
      return jsonAnswer(OK, JSON.stringify({ runs, schedules: schedulesOf(engine.app) }));
    });
  },
});
