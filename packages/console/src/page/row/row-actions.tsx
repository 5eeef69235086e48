import type { DescribedAction, DescribedColumn, DescribedInput, DescribedTable } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { type FormEvent, useState } from "react";
import { type ApiRow, keyCells } from "../api/create-api.ts";
import { Dialog, DialogFoot } from "../form/dialog.tsx";
import { Field } from "../form/field.tsx";
import { Unplaced } from "../form/row-form.tsx";
import { useChange } from "../form/use-change.ts";
import { sentCells } from "../tables/sent-cells.ts";
import { takes } from "../tables/use-tables.ts";
import { useWords } from "../words/use-words.tsx";

interface RowActionsProps {
  readonly schema: DescribedTable;
  readonly rowKey: string;
  onEdit(): void;
  onDelete(): void;
}

/** Edit, delete, and the actions of the application that a call may name; those with inputs ask for them first. */
export function RowActions({ schema, rowKey, onEdit, onDelete }: RowActionsProps) {
  const { say } = useWords();
  const change = useChange(() => {});
  const [asked, setAsked] = useState<DescribedAction>();
  const rows = [keyCells(rowKey, schema.key)];
  const call = (action: DescribedAction) => {
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
      {takes(schema, "edit") ? (
        <button type="button" className="main" onClick={onEdit}>
          {say("edit")}
        </button>
      ) : null}
      {takes(schema, "delete") ? (
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

interface ActionDialogProps {
  readonly schema: DescribedTable;
  readonly action: DescribedAction;
  /** The keys of the rows that it works on. */
  readonly rows: readonly ApiRow[];
  onClose(): void;
}

/** Asks for the inputs of an action before it is called; the default counts for those that stay empty. */
function ActionDialog({ schema, action, rows, onClose }: ActionDialogProps) {
  const { say, locale } = useWords();
  const change = useChange(onClose);
  const [values, setValues] = useState<ReadonlyMap<string, JsonValue>>(new Map());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const entered = [...values].filter(([, value]) => value !== "");
    const Inputs = sentCells(action.inputs ?? [], new Map(entered), locale);
    change.send({ Inputs }, (api, options) =>
      api.invoke(action.name, schema.name, rows, { ...options, properties: { Inputs } }),
    );
  };
  return (
    <Dialog title={action.name} onCancel={onClose}>
      <form className="row-form" onSubmit={submit} noValidate>
        <Unplaced errors={change.errors} columns={[]} />
        <p className="hint">{say("inputsHint")}</p>
        {action.inputs?.map((input) => (
          <Field
            key={input.name}
            column={asColumn(input)}
            value={values.get(input.name) ?? ""}
            error={undefined}
            onChange={(value) => setValues(new Map(values).set(input.name, value))}
          />
        ))}
        <DialogFoot label={<bdi>{action.name}</bdi>} isDisabled={change.isSending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

/** An input is entered as a cell of its type is. */
function asColumn(input: DescribedInput): DescribedColumn {
  const isCell = { key: false, label: false, required: false, hasInitialValue: true, writable: true };
  return { ...input, ...isCell, virtual: false, computed: false };
}
