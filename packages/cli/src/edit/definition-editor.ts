import { access, constants, realpath } from "node:fs/promises";
import { basename, dirname } from "node:path";
import {
  type AppDefinition,
  type Diagnostic,
  diagnose,
  type Engine,
  hasErrors,
  type KeptDefinition,
  loadDefinition,
  type Outcome,
  withoutCode,
} from "@tablewright/core";
import {
  type DefinitionEdit,
  definitionParts,
  editDefinition,
  isJsonText,
  restoreDefinition,
} from "@tablewright/core/definition";
import type { FunctionDeclaration } from "@tablewright/core/expression";
import type { DefinitionChange, DefinitionEditor } from "@tablewright/http";
import type { OperatorLog } from "../log/operator-log.ts";
import { tableReader } from "../read-definition.ts";
import { readTextFile, reasonUnwritten } from "../read-text.ts";
import { replaceFile } from "../replace-file.ts";
import { testFilesOf } from "../test/read-tests.ts";
import { createTrials, MOST_WAITING, type TrialProcesses, writeFindings } from "./findings.ts";

/** What an editor of a definition works with. */
interface EditedApplication extends TrialProcesses {
  readonly file: string;
  readonly functions: readonly FunctionDeclaration[];
  /** The one that serves now. */
  readonly engine: () => Engine;
  /** Serves what is in the file; answers why not, where it cannot be served. */
  readonly reload: () => Promise<string | undefined>;
  readonly stopped: AbortSignal;
  readonly log: OperatorLog;
}

/** A text of a definition, loaded. */
interface LoadedText {
  readonly text: string;
  readonly definition: AppDefinition | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Changes the definition of an application that is served, in its file. Saves go one after the other. */
export function definitionEditor(edited: EditedApplication): DefinitionEditor {
  const { file, engine, stopped } = edited;
  const trials = createTrials(file, engine, edited, stopped);
  let last: Promise<unknown> = Promise.resolve();
  return {
    async show(version) {
      const { app } = engine();
      const kept = await engine().keptDefinitions();
      const old = version === undefined || version === app.version ? app.written : versionIn(kept, version);
      if (old === undefined) return unknownVersion(version ?? "");
      const output = {
        version: version ?? app.version,
        file: basename(file),
        format: isJsonText(old.text) ? "json" : "yaml",
        tests: await hasTests(file, app),
        history: app.hasHistory,
        parts: definitionParts(old.text).map(({ character: _, indent: __, ...part }) => part),
        versions: versionsOf(kept, await engine().saves()),
      };
      return { output, diagnostics: [] };
    },
    async try(change, trial) {
      const made = await candidateOf(edited, change);
      if (!("candidate" in made)) return made.refusal;
      const { definition, text } = made.candidate;
      const diagnostics = findingsOf(made);
      if (definition === undefined) return { output: { valid: false, diagnostics }, diagnostics: [] };
      const tables = made.edits.flatMap(({ path: [root, table] }) =>
        root === "tables" ? [String(table)] : [],
      );
      const found = await trials.run({ definition, text, tables }, trial);
      if (found === undefined) return refusal(diagnose("limit/trials", { limit: MOST_WAITING }));
      const output = { valid: true, version: definition.version, diagnostics, ...found };
      return { output, diagnostics: [] };
    },
    save(change, by) {
      const saved = last.then(() => save(edited, change, by));
      last = saved.catch(() => {});
      return saved;
    },
  };
}

async function hasTests(file: string, { examples }: AppDefinition): Promise<boolean> {
  return examples.length > 0 || (await testFilesOf(file, [], { err: () => {} })).length > 0;
}

function versionIn(kept: readonly KeptDefinition[], version: string): KeptDefinition | undefined {
  return kept.find((one) => one.version === version);
}

function unknownVersion(version: string): Outcome<never> {
  return refusal(diagnose("edit/unknown-version", { version }));
}

function refusal(...diagnostics: readonly Diagnostic[]): Outcome<never> {
  return { output: undefined, diagnostics };
}

function notNewest(reason: string): Outcome<never> {
  return refusal(diagnose("edit/not-newest", { reason }));
}

/** Saves, and definitions that the store was opened with by other ways; the newest first. */
function versionsOf(
  kept: readonly KeptDefinition[],
  saves: Awaited<ReturnType<Engine["saves"]>>,
): readonly object[] {
  const texts = new Set(kept.map(({ version }) => version));
  const opened = kept.filter(
    ({ version, first }) => !saves.some((save) => save.version === version && save.at <= first),
  );
  const all = [
    ...saves
      .filter(({ version }) => texts.has(version))
      .map(({ at, version, before, user, accessKey, note }) => ({
        at,
        version,
        more: { before, by: { user, accessKey }, ...(note !== null && { note }) },
      })),
    ...opened.map(({ version, first }) => ({ at: first, version, more: {} })),
  ];
  return all
    .toSorted((one, other) => other.at - one.at)
    .slice(0, SHOWN_VERSIONS)
    .map(({ at, version, more }) => ({ version, at: new Date(at).toISOString(), ...more }));
}

const SHOWN_VERSIONS = 100;

/** A definition that a change makes of the file, with or without errors. */
interface MadeChange {
  readonly candidate: LoadedText;
  readonly edits: readonly DefinitionEdit[];
  /** What is in the file. */
  readonly present: LoadedText;
  /** Whether the texts could be put into the file; without that the candidate is only their errors. */
  readonly isWritten: boolean;
}

function findingsOf({ candidate, edits, present, isWritten }: MadeChange): readonly object[] {
  const parts = definitionParts(candidate.text);
  const findings = { parts, edits, present: present.diagnostics, areInEdits: !isWritten };
  return writeFindings(candidate.diagnostics, findings);
}

/** What a change would make of the file; a refusal where the change is not of what is served. */
async function candidateOf(
  edited: EditedApplication,
  { version, to }: DefinitionChange,
): Promise<MadeChange | { readonly refusal: Outcome<never> }> {
  const { app } = edited.engine();
  if (version !== app.version) return { refusal: notNewest("another version was saved") };
  const read = await readTextFile(edited.file, "definition");
  const present = load(edited, read.text);
  const broken = present.diagnostics.find(({ severity }) => severity === "error");
  if (broken !== undefined) {
    const { line = 1, message: reason } = broken;
    return { refusal: refusal(diagnose("edit/broken-file", { line, reason })) };
  }
  if (present.definition?.version !== app.version)
    return { refusal: notNewest("its file was edited, and is not served yet") };
  const edits = "edits" in to ? to.edits : [];
  const changed =
    "edits" in to ? editDefinition(present.text, edits) : await restored(edited, to.version, present.text);
  const { output: text, diagnostics } = changed;
  const candidate =
    text === undefined ? { text: present.text, definition: undefined, diagnostics } : load(edited, text);
  const unknown = diagnostics.find(({ code }) => REFUSED.has(code));
  return unknown === undefined
    ? { candidate, edits, present, isWritten: text !== undefined }
    : { refusal: refusal(...diagnostics) };
}

/** Errors of the request, and not of a text. */
const REFUSED: ReadonlySet<string> = new Set(["edit/unknown-part", "edit/unknown-version"]);

async function restored({ engine }: EditedApplication, version: string, present: string) {
  const kept = versionIn(await engine().keptDefinitions(), version);
  return kept === undefined ? unknownVersion(version) : restoreDefinition(kept.text, present);
}

/** Reads no file that the definition which is served does not name. */
function load({ file, functions, engine }: EditedApplication, text: string): LoadedText {
  const named = new Set(Object.keys(engine().app.written.files));
  const read = tableReader(file);
  const readTable: typeof read = (name) =>
    named.has(name) ? read(name) : "the file of the definition has to name it first";
  const { output, diagnostics } = loadDefinition(text, { functions, readTable });
  const missing = output === undefined ? [] : withoutCode(output);
  const all = [
    ...diagnostics,
    ...missing.map(({ name }) =>
      diagnose("definition/function-without-code", { name }, output?.functions.get(name)?.location),
    ),
  ];
  return { text, definition: hasErrors(all) ? undefined : output, diagnostics: all };
}

async function save(
  edited: EditedApplication,
  change: DefinitionChange,
  by: Parameters<DefinitionEditor["save"]>[1],
): Promise<Outcome<object>> {
  const { file, engine, reload, log } = edited;
  const made = await candidateOf(edited, change);
  if (!("candidate" in made)) return made.refusal;
  const { candidate, present } = made;
  const { definition } = candidate;
  if (definition === undefined) {
    const count = candidate.diagnostics.filter(({ severity }) => severity === "error").length;
    return refusal(diagnose("edit/has-errors", { count }), ...candidate.diagnostics);
  }
  const before = engine().app.version;
  const output = { version: definition.version, before, diagnostics: findingsOf(made) };
  if (candidate.text === present.text) return { output, diagnostics: [] };
  const newest = (await engine().keptDefinitions()).at(-1)?.version;
  if (newest !== before) return notNewest("another server has opened the store with another definition");
  if ((await readTextFile(file, "definition")).text !== present.text) return notNewest("its file was edited");
  const forget = await engine().noteSave({ at: Date.now(), version: definition.version, before, ...by });
  if (forget === undefined) return notNewest("another server saves a definition");
  try {
    await replaceFile(file, candidate.text);
  } catch (error) {
    await forget();
    return refusal(diagnose("edit/not-written", { reason: reasonUnwritten(error) }));
  }
  const reason = await reload();
  if (engine().app.version === definition.version) {
    const details = {
      file,
      before,
      version: definition.version,
      user: by.user ?? "",
      accessKey: by.accessKey ?? "",
    };
    log.note({ level: "info", message: "the definition was changed", details });
    return { output, diagnostics: [] };
  }
  if ((await readTextFile(file, "definition")).text === candidate.text) await replaceFile(file, present.text);
  await forget();
  await reload();
  return refusal(diagnose("edit/not-served", { reason: reason ?? "it was changed meanwhile." }));
}

/** Why a server that is started so cannot change the definition in a file; undefined where it can. */
export async function editingRefusal(
  file: string,
  { readOnly, store }: { readonly readOnly: boolean; readonly store?: { readonly keepsNothing?: boolean } },
): Promise<string | undefined> {
  if (readOnly)
    return "--edit-definition writes files and versions, and --read-only changes nothing: leave one of them out.";
  if (store?.keepsNothing)
    return `${file}: --edit-definition needs a store that keeps definitions, and this one keeps nothing of ours.`;
  try {
    for (const written of [file, dirname(await realpath(file))]) await access(written, constants.W_OK);
    return undefined;
  } catch (error) {
    return `${file}: --edit-definition cannot change the file: ${reasonUnwritten(error)}.`;
  }
}
