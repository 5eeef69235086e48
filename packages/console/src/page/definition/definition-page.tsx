import type { Definition, TriedDefinition } from "@tablewright/client";
import type { Diagnostic } from "@tablewright/core/expression";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { ProblemList } from "../playground/problem-list.tsx";
import { useMayEdit, useSession } from "../session/session-context.tsx";
import { A_MOMENT, useSettled } from "../shell/use-settled.ts";
import { ProblemNote } from "../words/problem-note.tsx";
import { instantText, useWords } from "../words/use-words.tsx";
import { ChangeEffects, type Trial } from "./change-effects.tsx";
import { PartEditor } from "./part-editor.tsx";
import { AddPart, NEW_BLOCKS, PartList, partName } from "./part-list.tsx";
import { SaveBar } from "./save-bar.tsx";
import {
  type Draft,
  isMoved,
  isSamePath,
  type ShownPart,
  useDefinition,
  useDrafts,
} from "./use-definition.ts";
import "./definition.css";

/** The parts of the definition, for callers that may change them: each change is tried before it is saved. */
export function DefinitionPage() {
  const { say } = useWords();
  const mayEdit = useMayEdit();
  const { data, error, refetch } = useDefinition();
  return (
    <section className="definition">
      <header className="page-head">
        <h1>{say("definition")}</h1>
      </header>
      {error === null ? null : <ProblemNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <DefinitionSkeleton /> : null}
      {data === undefined || mayEdit === false ? null : <Workbench definition={data} />}
    </section>
  );
}

function DefinitionSkeleton() {
  const { say } = useWords();
  return (
    <div role="status" aria-label={say("loading")}>
      {[0, 1, 2].map((line) => (
        <p key={line}>
          <span className="skeleton" />
        </p>
      ))}
    </div>
  );
}

const definitionRoute = getRouteApi("/definition");

function Workbench({ definition }: { readonly definition: Definition }) {
  const { say } = useWords();
  const { drafts, write } = useDrafts();
  const { part: address } = definitionRoute.useSearch();
  const navigate = useNavigate();
  const [looked, setLooked] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const parts = withAdded(definition.parts, drafts, address);
  const chosen = parts.find(({ path }) => JSON.stringify(path) === address) ?? parts[0];
  const choose = (path: ShownPart["path"]) => {
    setLooked(undefined);
    void navigate({ to: "/definition", search: { part: JSON.stringify(path) } });
  };
  const trial: Trial | undefined =
    looked !== undefined
      ? { to: looked }
      : drafts.length > 0
        ? { edits: drafts.map(({ path, text }) => ({ path, text })) }
        : undefined;
  const { tried, error } = useTried(definition.version, trial);
  const diagnostics = tried?.diagnostics ?? [];
  const ofPart = (path: ShownPart["path"]) =>
    diagnostics.filter((one) => one.path !== undefined && isSamePath(one.path, path));
  useSaveKey(() => form.current?.requestSubmit());
  const moved = parts.filter((part) => {
    const draft = drafts.find(({ path }) => isSamePath(path, part.path));
    return draft !== undefined && isMoved(part, draft);
  });
  return (
    <div className="workbench">
      <div className="parts-column">
        <PartList {...{ parts, drafts, chosen }} onChoose={({ path }) => choose(path)} />
        <AddPart
          onAdd={(path, text) => {
            if (text !== undefined && !parts.some((part) => isSamePath(part.path, path)))
              write({ path, text, was: null });
            choose(path);
          }}
        />
      </div>
      <div className="part-column">
        {chosen === undefined ? <p className="hint">{say("noParts", { typed: "" })}</p> : null}
        {chosen === undefined || looked !== undefined ? null : (
          <PartEditor
            key={JSON.stringify(chosen.path)}
            part={chosen}
            draft={drafts.find(({ path }) => isSamePath(path, chosen.path))}
            diagnostics={ofPart(chosen.path).map(inPart)}
            onWrite={write}
          />
        )}
        <OtherDiagnostics {...{ diagnostics, chosen }} />
        <ChangeEffects version={definition.version} trial={trial} />
        <SaveBar
          {...{ form, definition, trial }}
          isValid={tried?.valid === true}
          undecided={looked === undefined ? moved.map(partName) : []}
          refusal={error}
          onDone={() => setLooked(undefined)}
        />
        <DefinitionVersions versions={definition.versions} looked={looked} onLook={setLooked} />
      </div>
    </div>
  );
}

/** Ctrl S wherever the focus is, also where a button that was pressed is gone. */
function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** The parts, with those that are being added. */
function withAdded(
  parts: readonly ShownPart[],
  drafts: readonly Draft[],
  address: string | undefined,
): readonly ShownPart[] {
  const added = new Map(
    [...drafts.map(({ path }) => path), pathIn(address)].map((path) => [JSON.stringify(path), path]),
  );
  for (const { path } of parts) added.delete(JSON.stringify(path));
  return [...parts, ...[...added.values()].flatMap(newPart)];
}

function pathIn(address: string | undefined): ShownPart["path"] {
  try {
    const path: unknown = JSON.parse(address ?? "[]");
    return Array.isArray(path) ? path.map(String) : [];
  } catch {
    return [];
  }
}

function newPart(path: ShownPart["path"]): readonly ShownPart[] {
  const [top = "", table = "", columns, column = "", kind] = path.map(String);
  if (Object.hasOwn(NEW_BLOCKS, top) && path.length === 2)
    return [{ path, kind: top.slice(0, -1), isExpression: false, name: table, text: null }];
  if (top !== "tables" || columns !== "columns" || kind === undefined) return [];
  return [{ path, kind, isExpression: true, table, column, text: null }];
}

interface Tried {
  readonly tried: TriedDefinition | undefined;
  /** Why the server did not try it, such as a newer version. */
  readonly error: Error | null;
}

/** What the server finds wrong with a trial, a moment after each change; the last answer stays until the next. */
function useTried(version: string, trial: Trial | undefined): Tried {
  const { api } = useSession();
  const late = useSettled(trial, 5 * A_MOMENT);
  const { data, error } = useQuery({
    queryKey: ["tried", "diagnostics", version, late],
    queryFn: ({ signal }) => api.tryDefinition({ version, ...(late as Trial) }, { signal }),
    enabled: late !== undefined,
    placeholderData: keepPreviousData,
  });
  return trial === undefined ? { tried: undefined, error: null } : { tried: data, error };
}

type ServerDiagnostic = TriedDefinition["diagnostics"][number];

/** With the place in the text of the part, and not in the file. */
function inPart({ at, line: _, character: __, ...diagnostic }: ServerDiagnostic): Diagnostic {
  return { ...diagnostic, ...at } as Diagnostic;
}

interface OtherDiagnosticsProps {
  readonly diagnostics: readonly ServerDiagnostic[];
  readonly chosen: ShownPart | undefined;
}

/** What a change makes wrong elsewhere in the definition. */
function OtherDiagnostics({ diagnostics, chosen }: OtherDiagnosticsProps) {
  const others = diagnostics.filter(
    ({ path, isNew }) =>
      isNew === true && (path === undefined || chosen === undefined || !isSamePath(path, chosen.path)),
  );
  return others.length === 0 ? null : <ProblemList diagnostics={others as readonly Diagnostic[]} />;
}

interface DefinitionVersionsProps {
  readonly versions: Definition["versions"];
  /** The version that is looked at. */
  readonly looked: string | undefined;
  onLook(version: string | undefined): void;
}

/** The versions that are kept, the newest first: who saved them, when and why. */
function DefinitionVersions({ versions, looked, onLook }: DefinitionVersionsProps) {
  const { say, locale } = useWords();
  return (
    <section className="versions" aria-label={say("versions")}>
      <h2>{say("versions")}</h2>
      <ol reversed>
        {versions.map(({ version, at, by, note }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text may have been served several times
          <li key={index} aria-current={version === looked}>
            <span>{instantText(at, locale)}</span>{" "}
            <span>
              {by === undefined ? say("byHand") : say("by", { user: by.user ?? by.accessKey ?? "" })}
            </span>{" "}
            {note === undefined ? null : <q dir="auto">{note}</q>}{" "}
            {index === 0 ? (
              <em>{say("isServed")}</em>
            ) : (
              <button type="button" onClick={() => onLook(version === looked ? undefined : version)}>
                {say(version === looked ? "lookedAt" : "lookAt")}
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
