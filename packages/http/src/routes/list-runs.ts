import type { Engine } from "@tablewright/core";
import {
  BOOL,
  COUNT,
  closed,
  listSchema,
  MOMENT,
  oneOfValues,
  reference,
  says,
  TEXT,
  TEXTS,
} from "../openapi/json-schema.ts";
import { defineApplicationRoute } from "./define-application-route.ts";
import { wholeNumberUpTo } from "./define-query.ts";

const MOST_RUNS = 1_000;

export const listRuns = defineApplicationRoute({
  method: "GET",
  path: "runs",
  operation: "listRuns",
  summary: "What workflow rules did, the newest first, and the next runs of schedules.",
  right: "runs",
  query: {
    before: wholeNumberUpTo(999_999_999_999_999, undefined, "the sequence of a run"),
    limit: wholeNumberUpTo(MOST_RUNS, 50),
  },
  answers: "Runs",
  schemas: {
    Runs: says(
      closed({
        runs: says(listSchema(reference("RuleRun")), "The newest first."),
        schedules: says(listSchema(reference("ScheduledRule")), "In the definition's order."),
      }),
      "What workflow rules did, and which of them run by the clock.",
    ),
    RuleRun: says(
      closed(
        {
          sequence: says(COUNT, "The last one's is `before` of the next part."),
          id: TEXT,
          rule: TEXT,
          table: TEXT,
          key: says(TEXT, "The key of the row as people read it; empty for a schedule that failed."),
          change: says(oneOfValues("add", "edit", "delete", "schedule"), "What set it off."),
          outcome: oneOfValues("Done", "DepthReached", "NotMet", "Failed"),
          depth: says(COUNT, "How many rules set off one another before it."),
          at: says(MOMENT, "ISO 8601."),
          events: says(TEXTS, "The ids of the events it queued."),
        },
        { reason: says(TEXT, "The part of the condition that was not TRUE, or the error of a schedule.") },
      ),
      "That a rule met a row, or was tried on one and did not.",
    ),
    ScheduledRule: says(
      closed({
        rule: TEXT,
        table: TEXT,
        every: says(TEXT, "A cron expression, or a name such as `@daily`."),
        timezone: TEXT,
        once: says(BOOL, "Whether it runs only for the first of its rows."),
      }),
      "A rule that runs by the clock.",
    ),
  },
  async answer({ application: { engine }, query: { before, limit } }) {
    const runs = await engine.listRuns({ limit, ...(before === undefined ? {} : { before }) });
    return { output: { runs: runs.map(writeRun), schedules: schedulesOf(engine.app) }, diagnostics: [] };
  },
});

function schedulesOf({ rules }: Engine["app"]): readonly object[] {
  return [...rules.values()].flatMap(({ name: rule, table, slice, schedule }) => {
    if (schedule === undefined) return [];
    const { cron: every, zone: timezone, once } = schedule;
    return [{ rule, table: slice?.name ?? table.name, every, timezone, once }];
  });
}

type Run = Awaited<ReturnType<Engine["listRuns"]>>[number];

function writeRun({ at, ...run }: Run): object {
  return { ...run, at: new Date(at).toISOString() };
}
