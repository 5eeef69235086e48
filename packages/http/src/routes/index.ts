/** Every route of the record web API, one line each. */
import { act } from "./act.ts";
import { assistant } from "./assistant.ts";
import { dropEvents, retryEvents } from "./change-events.ts";
import { changes } from "./changes.ts";
import { decide } from "./decide.ts";
import type { Route } from "./define-route.ts";
import { explain } from "./explain.ts";
import { healthz } from "./healthz.ts";
import { history } from "./history.ts";
import { listDecisions } from "./list-decisions.ts";
import { listEvents } from "./list-events.ts";
import { listRules } from "./list-rules.ts";
import { listRuns } from "./list-runs.ts";
import { listTables } from "./list-tables.ts";
import { onlyAssistant } from "./only-assistant.ts";
import { onlyOpenapi } from "./only-openapi.ts";
import { openapi } from "./openapi.ts";
import { readyz } from "./readyz.ts";
import { runTests } from "./run-tests.ts";
import { showEvent } from "./show-event.ts";
import { showSchema } from "./show-schema.ts";
import { showTests } from "./show-tests.ts";
import { summary } from "./summary.ts";
import { undo } from "./undo.ts";

export const routes: readonly Route[] = [
  act,
  changes,
  decide,
  dropEvents,
  explain,
  healthz,
  history,
  listDecisions,
  listEvents,
  listRules,
  listRuns,
  listTables,
  assistant,
  onlyAssistant,
  onlyOpenapi,
  openapi,
  readyz,
  retryEvents,
  runTests,
  showEvent,
  showSchema,
  showTests,
  summary,
  undo,
];
