import type { DescribedTable } from "@tablewright/core";
import { useQuery } from "@tanstack/react-query";
import type { ApiRow } from "../api/create-api.ts";
import { rowKey, versionedKey } from "../api/create-api.ts";
import { useSession } from "../session/session-context.tsx";
import { useTables } from "../tables/use-tables.ts";
import { quoted } from "../tables/view.ts";
import { useWords } from "../words/use-words.tsx";
import { deletionEffects } from "./deletion-effects.ts";
import { Dialog, DialogFoot } from "./dialog.tsx";
import { Unplaced } from "./row-form.tsx";
import { errorsOf, useChange } from "./use-change.ts";

interface DeleteRowsProps {
  readonly schema: DescribedTable;
  readonly rows: readonly ApiRow[];
  onDone(): void;
  onCancel(): void;
}

/** Says what else goes with the rows, and what keeps them, before they are deleted as one call. */
export function DeleteRows({ schema, rows, onDone, onCancel }: DeleteRowsProps) {
  const { say } = useWords();
  const effects = useEffects(schema, rows);
  const change = useChange(onDone, "deleted");
  const keys = rows.map((row) => versionedKey(row, schema.key));
  const { name } = schema;
  const refusal = useRefusal(name, keys);
  return (
    <Dialog title={say("delete")} onCancel={onCancel}>
      <p>
        {rows.length === 1
          ? say("deleteOne", { table: name })
          : say("deleteAsk", { count: rows.length, table: name })}
      </p>
      {effects.map(({ table, effect, count }) => (
        <p key={`${effect} ${table}`} className="warning">
          {say(effect === "delete" ? "deleteWith" : "deleteClears", { count, table })}
        </p>
      ))}
      <Unplaced errors={change.error === null ? errorsOf(refusal, say) : change.errors} columns={[]} />
      <DialogFoot
        label={say("delete")}
        isDisabled={change.isSending || refusal !== null}
        onCancel={onCancel}
        onDanger={() => change.send({ keys }, (api, options) => api.delete(name, keys, options))}
      />
    </Dialog>
  );
}

/** How many rows of other tables go with the rows, or lose what they refer to, as far as the session sees them. */
function useEffects(schema: DescribedTable, rows: readonly ApiRow[]) {
  const { api } = useSession();
  const { tables } = useTables();
  const keys = rows.map((row) => rowKey(row, schema.key));
  const { data } = useQuery({
    queryKey: ["rows", schema.name, "deletion", keys],
    queryFn: async ({ signal }) => {
      const schemas = await Promise.all((tables?.tables ?? []).map(({ name }) => api.schema(name)));
      const counted = await Promise.all(
        deletionEffects(schemas, schema.name).map(async ({ table, condition, effect }) => {
          const selector = `FILTER(${quoted(table)}, ${condition})`;
          const properties = { Params: { keys }, Limit: 1, Count: true };
          const { count, rows: first } = await api.find(table, { selector, properties, signal });
          return { table, effect, count: count ?? first.length };
        }),
      );
      return counted.filter(({ count }) => count > 0);
    },
    enabled: tables !== undefined,
  });
  return data ?? [];
}

/** What the service would say of the deletion. */
function useRefusal(table: string, keys: readonly ApiRow[]) {
  const { api } = useSession();
  const { error } = useQuery({
    queryKey: ["rows", table, "deletion tried", keys],
    queryFn: async () => {
      await api.delete(table, keys, { properties: { DryRun: true } });
      return true;
    },
    retry: false,
  });
  return error;
}
