import type { ActionSchema, TableSchema } from "@tablewright/core";
import { useState } from "react";
import { keyCells } from "../api/key-of.ts";
import { Unplaced } from "../form/row-form.tsx";
import { useChange } from "../form/use-change.ts";
import { useWords } from "../words/use-words.tsx";
import { ActionDialog } from "./action-dialog.tsx";

interface RowActionsProps {
  readonly schema: TableSchema;
  readonly rowKey: string;
  onEdit(): void;
  onDelete(): void;
}

/** Edit, delete, and the actions of the application that a call may name; those with inputs ask for them first. */
export function RowActions({ schema, rowKey, onEdit, onDelete }: RowActionsProps) {
  const { say } = useWords();
  const change = useChange(() => {});
  const takes = (mode: "edit" | "delete") => schema.updates === "expression" || schema.updates.includes(mode);
  const [asked, setAsked] = useState<ActionSchema>();
  const rows = [keyCells(rowKey, schema.key)];
  const call = (action: ActionSchema) => {
    if (action.inputs !== undefined) setAsked(action);
    else
      change.send({ action: action.name }, (api, options) =>
        api.invoke(action.name, schema.name, rows, options),
      );
  };
  return (
    <div className="tools">
      <Unplaced errors={change.errors} columns={[]} />
      {schema.actions
        .filter(({ invocable }) => invocable)
        .map((action) => (
          <button key={action.name} type="button" disabled={change.isSending} onClick={() => call(action)}>
            <bdi>{action.name}</bdi>
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
      {asked === undefined ? null : (
        <ActionDialog {...{ schema, rows }} action={asked} onClose={() => setAsked(undefined)} />
      )}
    </div>
  );
}
