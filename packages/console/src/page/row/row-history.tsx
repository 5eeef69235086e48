import type { TableSchema } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../session/session-context.tsx";
import { useWords } from "../words/use-words.tsx";
import "./row-history.css";

interface Version {
  readonly cursor: string;
  /** ISO 8601 in UTC. */
  readonly time: string;
  readonly user: string | null;
  readonly cause: { readonly action: string; readonly rules?: readonly string[] };
  readonly operation: "add" | "edit" | "delete";
  readonly before?: Readonly<Record<string, JsonValue>>;
  readonly after?: Readonly<Record<string, JsonValue>>;
  /** Sensitive columns that changed. */
  readonly concealed?: readonly string[];
}

/** Who changed a row, when and by what; nothing where the table keeps no history or the session may not read it. */
export function RowHistory({ schema, rowKey }: { readonly schema: TableSchema; readonly rowKey: string }) {
  const { say, locale } = useWords();
  const { api } = useSession();
  const table = encodeURIComponent(schema.name);
  const { data } = useQuery({
    queryKey: ["row", schema.name, rowKey, "history"],
    queryFn: () =>
      api.get<{ versions: readonly Version[] }>(`tables/${table}/history?key=${encodeURIComponent(rowKey)}`),
    retry: false,
  });
  if (data === undefined) return null;
  const versions = data.versions.toReversed();
  return (
    <section className="row-history" aria-label={say("history")}>
      <h2>{say("history")}</h2>
      {versions.length === 0 ? <p className="hint">{say("noHistory")}</p> : null}
      <ol>
        {versions.map((version) => (
          <li key={version.cursor}>
            <p>
              <time dateTime={version.time}>
                {new Date(version.time).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" })}
              </time>{" "}
              <span className="chip">
                {[version.cause.action, ...(version.cause.rules ?? [])].join(" → ")}
              </span>{" "}
              {version.user === null ? "" : say("by", { user: version.user })}
            </p>
            {version.operation === "edit" ? <Changes version={version} /> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Changes({ version: { before = {}, after = {}, concealed = [] } }: { readonly version: Version }) {
  return (
    <ul className="changes">
      {Object.keys({ ...before, ...after }).map((column) => (
        <li key={column}>
          <bdi>{column}</bdi>: <del>{written(before[column])}</del> → <ins>{written(after[column])}</ins>
        </li>
      ))}
      {concealed.map((column) => (
        <li key={column}>
          <bdi>{column}</bdi>: …
        </li>
      ))}
    </ul>
  );
}

function written(value: JsonValue | undefined): string {
  if (value === undefined || value === null || value === "") return "∅";
  return typeof value === "string" ? value : JSON.stringify(value);
}
