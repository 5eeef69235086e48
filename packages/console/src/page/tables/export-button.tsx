import type { TableSchema } from "@tablewright/core";
import { useMutation } from "@tanstack/react-query";
import { saveFile } from "../csv/save-file.ts";
import { useSession } from "../session/session-context.tsx";
import { ProblemNote } from "../shell/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";

interface ExportButtonProps {
  readonly schema: TableSchema;
  /** Of the rows that are shown; undefined for all. */
  readonly selector: string | undefined;
}

/** Saves what is shown, with all of its rows, as a CSV file. */
export function ExportButton({ schema, selector }: ExportButtonProps) {
  const { api } = useSession();
  const { say } = useWords();
  const saving = useMutation({
    mutationFn: async () => {
      const { exportRows } = await import("./export-rows.ts");
      saveFile(await exportRows(api, schema, selector), `${schema.name}.csv`);
    },
  });
  return (
    <>
      {saving.error === null ? null : <ProblemNote error={saving.error} />}
      <button type="button" disabled={saving.isPending} onClick={() => saving.mutate()}>
        {say("export")}
      </button>
    </>
  );
}
