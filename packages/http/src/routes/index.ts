/** Every route of the record web API, one line each, in the order of the table in docs/http-other.md. */
import { act } from "./act.ts";
import { assistant, onlyAssistant } from "./assistant.ts";
import { batch } from "./batch.ts";
import { changes } from "./changes.ts";
import { decide } from "./decide.ts";
import type { Route } from "./define-route.ts";
import { rollBackDefinition, saveDefinition, showDefinition, tryDefinition } from "./definition.ts";
import { dropEvents, listEvents, retryEvents, showEvent } from "./events.ts";
import { explain } from "./explain.ts";
import { healthz, readyz } from "./health.ts";
import { history } from "./history.ts";
import { listDecisions } from "./list-decisions.ts";
import { listRules } from "./list-rules.ts";
import { listRuns } from "./list-runs.ts";
import { listTables } from "./list-tables.ts";
import { live } from "./live.ts";
import { onlyOpenapi, openapi } from "./openapi.ts";
import { showCaller } from "./show-caller.ts";
import { showSchema } from "./show-schema.ts";
import { summary } from "./summary.ts";
import { runTests, showTests } from "./tests.ts";
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
