import type { TableSchema } from "@tablewright/core";
import { useQuery } from "@tanstack/react-query";
import type { Row } from "../api/create-api.ts";
import { cellsOf, keyOf } from "../api/key-of.ts";
import { useSession } from "../session/session-context.tsx";
import { useTables } from "../shell/use-tables.ts";
import { quoted } from "../tables/view.ts";
import { useWords } from "../words/use-words.tsx";
import { Dialog } from "./dialog.tsx";
import { Unplaced } from "./row-form.tsx";
import { useChange } from "./use-change.ts";

interface DeleteRowsProps {
  readonly schema: TableSchema;
  readonly rows: readonly Row[];
  onDone(): void;
  onCancel(): void;
}

/** Says what else goes with the rows before they are deleted, as one call. */
export function DeleteRows({ schema, rows, onDone, onCancel }: DeleteRowsProps) {
  const { say } = useWords();
  const parts = useParts(schema, rows);
  const change = useChange(onDone, "deleted");
  const keys = rows.map((row) => cellsOf(row, schema.key));
  const { name } = schema;
  return (
    <Dialog title={say("delete")} onCancel={onCancel}>
      <p>
        {rows.length === 1
          ? say("deleteOne", { table: name })
          : say("deleteAsk", { count: rows.length, table: name })}
      </p>
      {parts.map(({ table, count }) => (
        <p key={table} className="warning">
          {say("deleteWith", { count, table })}
        </p>
      ))}
      <Unplaced errors={change.errors} columns={[]} />
      <footer className="panel-foot">
        <button type="button" onClick={onCancel}>
          {say("cancel")}
        </button>
        <button
          type="button"
          className="danger"
          disabled={change.isSending}
          onClick={() => change.send((api) => api.delete(name, keys))}
        >
          {say("delete")}
        </button>
      </footer>
    </Dialog>
  );
}

/** How many rows of other tables are parts of the rows, as far as the session sees them. */
function useParts(schema: TableSchema, rows: readonly Row[]) {
  const { api } = useSession();
  const { tables } = useTables();
  const keys = rows.map((row) => keyOf(row, schema.key));
  const { data } = useQuery({
    queryKey: ["rows", schema.name, "parts", keys],
    queryFn: async ({ signal }) => {
      const others = await Promise.all((tables?.tables ?? []).map(({ name }) => api.schema(name)));
      const parts = others.flatMap((other) =>
        other.columns
          .filter(({ partOf, table }) => partOf === true && table === schema.name)
          .map((column) => ({ table: other.name, column: column.name, key: other.key })),
      );
      const counted = await Promise.all(
        parts.map(async ({ table, column, key }) => {
          const selector = `FILTER(${quoted(table)}, IN([${column}], [_PARAM].[keys]))`;
          const properties = { Params: { keys }, Limit: 1, Count: true, Columns: key };
          const { count, rows: first } = await api.find(table, { selector, properties, signal });
          return { table, count: count ?? first.length };
        }),
      );
      return counted.filter(({ count }) => count > 0);
    },
    enabled: tables !== undefined,
  });
  return data ?? [];
}
