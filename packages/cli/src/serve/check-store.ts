import { access, constants, stat } from "node:fs/promises";
import { dirname } from "node:path";
import {
  type AppDefinition,
  appendEvents,
  createEngine,
  planMigration,
  withoutCode,
} from "@tablewright/core";
import {
  type Capabilities,
  type MigrationPlan,
  MigrationRefused,
  outboxTable,
  type Store,
} from "@tablewright/core/storage";
import { describeWait } from "../migrate/describe-plan.ts";
import { systemServices } from "../platform.ts";
import { openStore, withOwnSchema, withoutPassword } from "../stores/open-store.ts";
import { counted } from "../terminal.ts";

/** Whether a store can be reached whose definition has errors, so that it cannot be known yet whether it fits. */
export async function checkReach(
  file: string,
  address: string,
  use: { readonly readOnly: boolean },
): Promise<Finding> {
  const shown = `${file}: The store ${withoutPassword(address)}`;
  try {
    if (!use.readOnly && (await missingFile(address)) !== undefined)
      return well(`${shown} is not there yet and is made at the start.`);
    const store = await openStore(address, { mustExist: true, ...use, dryRun: true });
    try {
      await store.check?.();
    } finally {
      await store.close();
    }
    return well(`${shown} is reached; whether it fits is known once the definition is sound.`);
  } catch (error) {
    return wrong(`${shown} cannot be used: ${(error as Error).message}`);
  }
}

/** Whether a store can be reached, fits its definition and takes what it is used for. Nothing is kept of what is tried. */
export async function checkStore(file: string, address: string, use: StoreUse): Promise<readonly Finding[]> {
  const { definition, readOnly } = use;
  const shown = `${file}: The store ${withoutPassword(address)}`;
  try {
    if (!readOnly && (await missingFile(address)) !== undefined)
      return [well(`${shown} is not there yet and is made at the start.`)];
    const opening = { mustExist: true, readOnly, dryRun: true };
    const store = await openStore(withOwnSchema(address, definition), opening);
    try {
      const finding = await checkOpenStore(shown, store, use);
      const capabilities = store.capabilities?.();
      return [finding, ...(capabilities === undefined ? [] : capabilityFindings(file, capabilities))];
    } finally {
      await store.close();
    }
  } catch (error) {
    return [wrong(`${shown} cannot be used: ${(error as Error).message}`)];
  }
}

/** What a store is to be used for. */
interface StoreUse {
  readonly definition: AppDefinition;
  readonly readOnly: boolean;
}

async function checkOpenStore(
  shown: string,
  store: Store,
  { definition, readOnly }: StoreUse,
): Promise<Finding> {
  await store.check?.();
  const functions = withoutCode(definition);
  if (readOnly) {
    await createEngine({ definition, store, services: systemServices, readOnly, functions });
    return well(`${shown} is reached and fits; rows are only read.`);
  }
  const plan = (await planMigration(definition, store)) ?? [];
  const refused = plan.filter(({ what }) => what === "refuse");
  if (refused.length > 0) return wrong(`${shown} does not fit: ${reasonsOf(refused)}`);
  const steps = plan.filter(({ what }) => what !== "keepColumn" && what !== "keepTable");
  if (steps.length > 0)
    return well(
      [
        `${shown} is reached; the start makes ${counted(steps.length, "change")} to it.`,
        ...describeWait(plan),
      ].join(" "),
    );
  if (store.keepsNothing) return well(`${shown} is reached and fits; the start makes tables of ours beside.`);
  if (store.planOpen === undefined)
    await createEngine({ definition, store, services: systemServices, functions }); // one in memory, which is not saved
  await tryToWrite(store, definition);
  return well(`${shown} is reached, fits and takes writes.`);
}

function reasonsOf(plan: MigrationPlan): string {
  return plan.flatMap((step) => (step.what === "refuse" ? [step.reason] : [])).join(" ");
}

/** Writes an event, and takes it back in the same transaction. Where there is no outbox yet, the start makes one. */
async function tryToWrite(store: Store, { id: application }: AppDefinition): Promise<void> {
  try {
    await store.open([outboxTable], { application, readOnly: true });
  } catch (error) {
    if (error instanceof MigrationRefused) return;
    throw error;
  }
  const event = { id: systemServices.newId(), rule: "", payload: "{}", createdAt: Date.now() };
  const attempt = store.write(async (transaction) => {
    await appendEvents(transaction, [event]);
    throw TAKEN_BACK;
  });
  await attempt.catch((error: unknown) => {
    if (error !== TAKEN_BACK) throw error;
  });
}

const TAKEN_BACK = new Error("What was tried is taken back.");

/** What a store has found out about its database. What is missing keeps nothing from being served. */
function capabilityFindings(file: string, { product, all }: Capabilities): readonly Finding[] {
  const there = all.filter(({ missing }) => missing === undefined).map(({ name }) => name);
  const has = there.length === 0 ? "" : `, with ${there.join(", ")}`;
  const lacks = all.flatMap(({ name, missing, otherwise }) =>
    missing === undefined ? [] : [well(`${file}: It has no ${name} (${missing}), so ${otherwise}.`)],
  );
  return [well(`${file}: The database is ${product}${has}.`), ...lacks];
}

/** What a check of `serve --check` found out: a sentence, and whether it keeps the server from serving. */
export interface Finding {
  readonly says: string;
  readonly isWell: boolean;
}

export function well(says: string): Finding {
  return { says, isWell: true };
}

export function wrong(says: string): Finding {
  return { says, isWell: false };
}

/** The file of a store that is not there yet; an error where its folder takes no file. */
async function missingFile(address: string): Promise<string | undefined> {
  const [, file = ""] = /^(?:memory|sqlite):(.+)$/su.exec(address) ?? [];
  if (file === "") return undefined;
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  if (isThere) return undefined;
  await access(dirname(file), constants.W_OK);
  return file;
}
