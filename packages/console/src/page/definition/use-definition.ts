import type { Definition, EditablePart } from "@tablewright/client";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useSession } from "../session/session-context.tsx";

/** A part of the definition that can be changed. */
export interface ShownPart extends Omit<EditablePart, "text" | "line"> {
  /** Null where the definition does not have it yet. */
  readonly text: string | null;
}

/** The definition as it is served, read again only when the caller asks: what is being written is about this one. */
export function useDefinition(): UseQueryResult<Definition> {
  const { api } = useSession();
  return useQuery({
    queryKey: ["definition"],
    queryFn: ({ signal }) => api.definition({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}
