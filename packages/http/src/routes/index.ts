/** Every route of the record web API, one line each, in the order of the table in docs/http-other.md. */
import { act } from "./act.ts";
import { assistant, onlyAssistant } from "./assistant.ts";
import { batch } from "./batch.ts";
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
import { live } from "./live.ts";
import { onlyOpenapi, openapi } from "./openapi.ts";
import { readyz } from "./readyz.ts";
import { rollBackDefinition } from "./roll-back-definition.ts";
import { runTests } from "./run-tests.ts";
import { saveDefinition } from "./save-definition.ts";
import { showCaller } from "./show-caller.ts";
import { showDefinition } from "./show-definition.ts";
import { showEvent } from "./show-event.ts";
import { showSchema } from "./show-schema.ts";
import { showTests } from "./show-tests.ts";
import { summary } from "./summary.ts";
import { tryDefinition } from "./try-definition.ts";
import { undo } from "./undo.ts";

export const routes: readonly Route[] = [
  act,
  batch,
  summary,
  explain,
  listTables,
  showSchema,
  showCaller,
  history,
  changes,
  live,
  undo,
  listDecisions,
  decide,
  listEvents,
  showEvent,
  retryEvents,
  dropEvents,
  listRuns,
  listRules,
  showTests,
  runTests,
  showDefinition,
  tryDefinition,
  saveDefinition,
  rollBackDefinition,
  openapi,
  onlyOpenapi,
  assistant,
  onlyAssistant,
  healthz,
  readyz,
];
