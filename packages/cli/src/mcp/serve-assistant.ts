import type { Engine } from "@tablewright/core";
import { fetchHandler } from "@tablewright/http/fetch";
import { PreparedChanges, serveMcpOverStdio } from "@tablewright/mcp";
import { ensureAccessKey, makeAccessKey } from "../access-keys.ts";
import { createOperatorLog } from "../log/operator-log.ts";
import { packageVersion } from "../platform.ts";
import { readProgramModule } from "../program-module.ts";
import { loadData } from "../serve/load-data.ts";
import { closeApplications, openApplication } from "../serve/open-application.ts";
import type { Terminal } from "../terminal.ts";

export interface AssistantOptions {
  readonly store: string;
  readonly data?: string;
  readonly functions?: string;
  readonly runAs?: string;
  readonly readOnly?: boolean;
}

/**
 * Serves an application to the assistant that started this process, until it has gone. What is for people goes to the
 * error output, because the output is the protocol's.
 */
export async function serveAssistant(
  file: string,
  { store, data: folder, functions, runAs, readOnly = false }: AssistantOptions,
  terminal: Terminal,
): Promise<boolean> {
  const say: Terminal = { ...terminal, out: terminal.err };
  const log = createOperatorLog({ logLevel: "warn", logFormat: "text", quiet: false }, say);
  const module = await readProgramModule(functions, say);
  if (module === undefined) return false;
  const opening = {
    store,
    data: folder,
    limits: {},
    takesPlainKeys: true,
    readOnly: false,
    keepsVersions: false,
    module,
  };
  const application = await openApplication(file, opening, say, log);
  if (application === undefined) return false;
  let isWell = false;
  try {
    const { engine, data } = application;
    isWell = data === undefined || (await loadData(engine, data, say));
    if (isWell) {
      const { engine: served, key } = withOwnKey(engine);
      const handle = fetchHandler({ engines: [served] });
      const headers = { applicationaccesskey: key };
      const prepared = new PreparedChanges();
      const { id: app } = engine.app;
      const send = (request: Request) => handle(request);
      const options = { send, app, headers, runAs, prepared, readOnly, version: packageVersion() };
      await serveMcpOverStdio(options, terminal.stopped);
    }
  } finally {
    isWell = (await closeApplications([application], say)) && isWell;
  }
  return isWell;
}

/** The engine with an access key of this run only, which may do all that the application takes, and undo it. */
function withOwnKey(engine: Engine): { readonly engine: Engine; readonly key: string } {
  const api = { ...engine.app.api, enabled: true, accessKeys: [] };
  const key = makeAccessKey("assistant");
  const { definition } = ensureAccessKey({ ...engine.app, api }, key);
  const accessKeys = definition.api.accessKeys.map((own) => ({ ...own, undo: true }));
  return { engine: { ...engine, app: { ...definition, api: { ...api, accessKeys } } }, key };
}
