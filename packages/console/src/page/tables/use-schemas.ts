import type { TableSchema } from "@tablewright/core";
import { useQueries } from "@tanstack/react-query";
import { useSession } from "../session/session-context.tsx";
import { useTables } from "../shell/use-tables.ts";

/** The schemas of all tables that the session reaches; undefined until all are there. */
export function useSchemas(): readonly TableSchema[] | undefined {
  const { api } = useSession();
  const { tables } = useTables();
  return useQueries({
    queries: (tables?.tables ?? []).map(({ name }) => ({
      queryKey: ["schema", name],
      queryFn: () => api.schema(name),
      staleTime: 300_000,
    })),
    combine: (results) => {
      const schemas = results.flatMap(({ data }) => (data === undefined ? [] : [data]));
      return tables !== undefined && schemas.length === results.length ? schemas : undefined;
    },
  });
}
