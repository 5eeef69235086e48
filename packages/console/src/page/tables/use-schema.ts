import type { TableSchema } from "@tablewright/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useSession } from "../session/session-context.tsx";

/** What the rows of a table hold and what can be done to them; read again when one comes back from editing the definition. */
export function useSchema(table: string): UseQueryResult<TableSchema> {
  const { api } = useSession();
  return useQuery({
    queryKey: ["schema", table],
    queryFn: () => api.schema(table),
    staleTime: 300_000,
    refetchOnWindowFocus: "always",
  });
}
