import type { TableSchema } from "@tablewright/core";
import { keyCells } from "../api/key-of.ts";
import { Unplaced } from "../form/row-form.tsx";
import { useChange } from "../form/use-change.ts";
import { useWords } from "../words/use-words.tsx";

interface RowActionsProps {
  readonly schema: TableSchema;
  readonly rowKey: string;
  onEdit(): void;
  onDelete(): void;
}

/** Edit, delete, and the actions of the application that a call may name. */
export function RowActions({ schema, rowKey, onEdit, onDelete }: RowActionsProps) {
  const { say } = useWords();
  const change = useChange(() => {});
  const takes = (mode: "edit" | "delete") => schema.updates === "expression" || schema.updates.includes(mode);
  const rows = [keyCells(rowKey, schema.key)];
  return (
    <div className="tools">
      <Unplaced errors={change.errors} columns={[]} />
      {schema.actions
        .filter(({ invocable }) => invocable)
        .map(({ name }) => (
          <button
            key={name}
            type="button"
            disabled={change.isSending}
            onClick={() => change.send((api) => api.invoke(name, schema.name, rows))}
          >
            <bdi>{name}</bdi>
          </button>
        ))}
      {takes("edit") ? (
        <button type="button" className="main" onClick={onEdit}>
          {say("edit")}
        </button>
      ) : null}
      {takes("delete") ? (
        <button type="button" onClick={onDelete}>
          {say("delete")}
        </button>
      ) : null}
    </div>
  );
}
