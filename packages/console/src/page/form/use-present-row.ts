import { ProblemError } from "@tablewright/client";
import type { TableSchema } from "@tablewright/core";
import { useQuery } from "@tanstack/react-query";
import type { Row } from "../api/create-api.ts";
import { keyCells, keyOf } from "../api/key-of.ts";
import { cellText } from "../grid/cell-text.ts";
import { useSession } from "../session/session-context.tsx";
import { useWords } from "../words/use-words.tsx";

interface PresentRow {
  /** The row as it is now, as far as this form knows. */
  readonly present: Row | undefined;
  /** What others have changed since the form was opened, by column, as people read it. */
  readonly others: ReadonlyMap<string, string>;
}

/** Reads an edited row again when an edit is refused because another user has changed it. */
export function usePresentRow(schema: TableSchema, row: Row | undefined, error: Error | null): PresentRow {
  const { api } = useSession();
  const { say, locale } = useWords();
  const refused = error instanceof ProblemError && error.code === "row/changed" ? error : undefined;
  const { data } = useQuery({
    queryKey: ["row", schema.name, "present", refused?.message],
    queryFn: ({ signal }) => {
      const key = keyCells(keyOf(row ?? {}, schema.key), schema.key);
      return api.get(schema.name, key, { properties: { Version: true }, signal });
    },
    enabled: row !== undefined && refused !== undefined,
    placeholderData: (last) => last,
  });
  if (row === undefined || data === undefined) return { present: row, others: new Map() };
  const changed = schema.columns.filter(
    ({ name }) => JSON.stringify(data[name]) !== JSON.stringify(row[name]),
  );
  const texts = changed.map(
    (column) => [column.name, cellText(column, data[column.name], locale) || say("blank")] as const,
  );
  return { present: data, others: new Map(texts) };
}
