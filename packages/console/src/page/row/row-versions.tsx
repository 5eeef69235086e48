import type { RecordedChange } from "@tablewright/client";
import type { DescribedTable } from "@tablewright/core";
import { useQuery } from "@tanstack/react-query";
import { Dialog, DialogFoot } from "../form/dialog.tsx";
import { recordedText } from "../grid/cell-text.ts";
import { useSession } from "../session/session-context.tsx";
import { Reasons, useUndo } from "../undo/change-notice.tsx";
import { useWords } from "../words/use-words.tsx";
import "./row-history.css";

/** Who changed a row, when and by what, to be undone where the key may; nothing where the table keeps no history or the session may not read it. */
export function RowVersions({
  schema,
  rowKey,
}: {
  readonly schema: DescribedTable;
  readonly rowKey: string;
}) {
  const { say, locale } = useWords();
  const { api } = useSession();
  const { data } = useQuery({
    queryKey: ["row", schema.name, rowKey, "history"],
    queryFn: () => api.history(schema.name, rowKey),
    retry: false,
  });
  const { isAllowed, undo, undoOrAsk, asked, cancel, isSending, reasons } = useUndo();
  if (data === undefined) return null;
  const versions = data.toReversed();
  return (
    <section className="row-history" aria-label={say("history")}>
      <h2>{say("history")}</h2>
      {versions.length === 0 ? <p className="hint">{say("noHistory")}</p> : null}
      <Reasons reasons={reasons} />
      <ol>
        {versions.map((version) => (
          <li key={version.cursor}>
            <p>
              <time dateTime={version.time}>
                {new Date(version.time).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" })}
              </time>{" "}
              <span className="chip">{[version.cause.action, ...version.cause.rules].join(" → ")}</span>{" "}
              {version.user === null ? "" : say("by", { user: version.user })}{" "}
              <small>{say("call", { id: version.call })}</small>{" "}
              {isAllowed ? (
                <button type="button" disabled={isSending} onClick={() => undoOrAsk(version.call)}>
                  {say("undo")}
                </button>
              ) : null}
            </p>
            {version.operation === "edit" ? <Changes schema={schema} version={version} /> : null}
          </li>
        ))}
      </ol>
      {asked === undefined ? null : (
        <AskUndo rows={asked.rows} isSending={isSending} onUndo={() => undo(asked.call)} onCancel={cancel} />
      )}
    </section>
  );
}

function Changes({ schema, version }: { readonly schema: DescribedTable; readonly version: RecordedChange }) {
  const { locale } = useWords();
  const { concealed = [] } = version;
  const before = version.before ?? {};
  const after = version.after ?? {};
  return (
    <ul className="changes">
      {Object.keys({ ...before, ...after }).map((column) => (
        <li key={column}>
          <bdi>{column}</bdi>: <del>{recordedText(schema, before, column, locale)}</del> →{" "}
          <ins>{recordedText(schema, after, column, locale)}</ins>
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

interface AskUndoProps {
  /** How many rows the call has changed. */
  readonly rows: number;
  readonly isSending: boolean;
  onUndo(): void;
  onCancel(): void;
}

/** Says how many rows are changed back before they are. */
function AskUndo({ rows, isSending, onUndo, onCancel }: AskUndoProps) {
  const { say } = useWords();
  return (
    <Dialog title={say("undo")} onCancel={onCancel}>
      <p>{say("undoMany", { count: rows })}</p>
      <DialogFoot label={say("undo")} isDisabled={isSending} onCancel={onCancel} onDanger={onUndo} />
    </Dialog>
  );
}
