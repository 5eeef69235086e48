import type { TableSchema } from "@tablewright/core";
import { useState } from "react";
import type { Row } from "../api/create-api.ts";
import { DeleteRows } from "../form/delete-rows.tsx";
import { EditSelected } from "../form/edit-selected.tsx";
import { RowForm } from "../form/row-form.tsx";
import { useWords } from "../words/use-words.tsx";

interface TableToolsProps {
  readonly schema: TableSchema;
  /** The selected rows by their keys. */
  readonly selected: ReadonlyMap<string, Row>;
  onDone(): void;
}

/** What can be done to the table, or to the rows that are selected. */
export function TableTools({ schema, selected, onDone }: TableToolsProps) {
  const { say } = useWords();
  const [open, setOpen] = useState<"add" | "edit" | "delete">();
  const takes = (mode: "add" | "edit" | "delete") =>
    schema.updates === "expression" || schema.updates.includes(mode);
  const close = () => setOpen(undefined);
  const done = () => {
    close();
    onDone();
  };
  const rows = [...selected.values()];
  return (
    <div className="tools">
      {selected.size === 0 ? null : (
        <>
          <span aria-live="polite">{say("selected", { count: selected.size })}</span>
          {takes("edit") ? (
            <button type="button" onClick={() => setOpen("edit")}>
              {say("editSelected")}
            </button>
          ) : null}
          {takes("delete") ? (
            <button type="button" onClick={() => setOpen("delete")}>
              {say("deleteSelected")}
            </button>
          ) : null}
        </>
      )}
      {takes("add") ? (
        <button type="button" className="main" onClick={() => setOpen("add")}>
          {say("add")}
        </button>
      ) : null}
      {open === "add" ? <RowForm schema={schema} onDone={done} onCancel={close} /> : null}
      {open === "edit" ? <EditSelected {...{ schema, rows }} onDone={done} onCancel={close} /> : null}
      {open === "delete" ? <DeleteRows {...{ schema, rows }} onDone={done} onCancel={close} /> : null}
    </div>
  );
}
