/** Every command, one line each, in the order of the help text. */
import { backup } from "./backup.ts";
import { check } from "./check.ts";
import { compare } from "./compare.ts";
import { convert } from "./convert.ts";
import { decide } from "./decide.ts";
import type { BuildCommand } from "./define-command.ts";
import { deliver } from "./deliver.ts";
import { docs } from "./docs.ts";
import { evalCommand } from "./eval.ts";
import { events } from "./events.ts";
import { explain } from "./explain.ts";
import { exportCommand } from "./export.ts";
import { history } from "./history.ts";
import { importCommand } from "./import.ts";
import { infer } from "./infer.ts";
import { init } from "./init.ts";
import { introspect } from "./introspect.ts";
import { keys } from "./keys.ts";
import { mcp } from "./mcp.ts";
import { migrate } from "./migrate.ts";
import { serve } from "./serve.ts";
import { tables } from "./tables.ts";
import { test } from "./test.ts";
import { types } from "./types.ts";
import { undo } from "./undo.ts";
import { why } from "./why.ts";

export const commands: readonly BuildCommand[] = [
  init,
  serve,
  check,
  test,
  evalCommand,
  decide,
  compare,
  tables,
  convert,
  explain,
  why,
  importCommand,
  exportCommand,
  infer,
  introspect,
  types,
  docs,
  mcp,
  keys,
  migrate,
  backup,
  deliver,
  events,
  history,
  undo,
];
