/** Every command, one line each, in the order of the help text. */
import { backtestCommand } from "./backtest.ts";
import { backupCommand } from "./backup.ts";
import { checkCommand } from "./check.ts";
import { compareCommand } from "./compare.ts";
import { convertCommand } from "./convert.ts";
import { decideCommand } from "./decide.ts";
import type { BuildCommand } from "./define-command.ts";
import { deliverCommand } from "./deliver.ts";
import { docsCommand } from "./docs.ts";
import { evalCommand } from "./eval.ts";
import { eventsCommand } from "./events.ts";
import { explainCommand } from "./explain.ts";
import { exportCommand } from "./export.ts";
import { historyCommand } from "./history.ts";
import { importCommand } from "./import.ts";
import { inferCommand } from "./infer.ts";
import { initCommand } from "./init.ts";
import { introspectCommand } from "./introspect.ts";
import { keysCommand } from "./keys.ts";
import { mcpCommand } from "./mcp.ts";
import { migrateCommand } from "./migrate.ts";
import { serveCommand } from "./serve.ts";
import { tablesCommand } from "./tables.ts";
import { testCommand } from "./test.ts";
import { typesCommand } from "./types.ts";
import { undoCommand } from "./undo.ts";
import { whyCommand } from "./why.ts";

export const commands: readonly BuildCommand[] = [
  initCommand,
  serveCommand,
  checkCommand,
  testCommand,
  evalCommand,
  decideCommand,
  compareCommand,
  backtestCommand,
  tablesCommand,
  convertCommand,
  explainCommand,
  whyCommand,
  importCommand,
  exportCommand,
  inferCommand,
  introspectCommand,
  typesCommand,
  docsCommand,
  mcpCommand,
  keysCommand,
  migrateCommand,
  backupCommand,
  deliverCommand,
  eventsCommand,
  historyCommand,
  undoCommand,
];
