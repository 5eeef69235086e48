import { diagnose, type Engine, type Outcome } from "@tablewright/core";
import { readQuery } from "../access/address.ts";
import { authenticateForEvents } from "../access/authenticate-for-application.ts";
import { jsonAnswer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { writeProblem } from "../answers/write-problem.ts";
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

/** Which part of the run history, the newest first. */
interface RunPage {
  /** Only runs with a smaller sequence. */
  readonly before?: number;
  readonly limit: number;
}

/** The part of the run history that a query asks for: `before` and `limit`. */
function readRunPage(url: string): Outcome<RunPage> {
  const limit = readQuery(url, "limit") ?? String(DEFAULT);
  if (!/^[1-9]\d{0,3}$/u.test(limit) || Number(limit) > MOST_RUNS)
    return refuse("limit", `a whole number from 1 to ${MOST_RUNS}`);
  const before = readQuery(url, "before");
  if (before === undefined) return { output: { limit: Number(limit) }, diagnostics: [] };
  if (!/^[1-9]\d{0,14}$/u.test(before)) return refuse("before", "the sequence of a run");
  return { output: { limit: Number(limit), before: Number(before) }, diagnostics: [] };
}

function refuse(name: string, expected: string): Outcome<RunPage> {
  return { output: undefined, diagnostics: [diagnose("request/query", { name, expected })] };
}

const DEFAULT = 50;
const MOST_RUNS = 1_000;

/** A rule that runs by the clock. */
interface WrittenSchedule {
  readonly rule: string;
  readonly table: string;
  /** As the definition has it. */
  readonly every: string;
  readonly timezone: string;
  /** Whether it runs only for the first of its rows. */
  readonly once: boolean;
}

/** The rules of an application that run by the clock, in the definition's order. */
function schedulesOf({ rules }: Engine["app"]): readonly WrittenSchedule[] {
  return [...rules.values()].flatMap(({ name: rule, table, slice, schedule }) =>
    schedule === undefined
      ? []
      : [
          {
            rule,
            table: slice?.name ?? table.name,
            every: schedule.cron,
            timezone: schedule.zone,
            once: schedule.once,
          },
        ],
  );
}

type Run = Awaited<ReturnType<Engine["listRuns"]>>[number];

/** A run as JSON has it: the time in ISO 8601. */
function writeRun({ at, ...run }: Run): object {
  return { ...run, at: new Date(at).toISOString() };
}
