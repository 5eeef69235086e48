import { useQuery } from "@tanstack/react-query";
import { useSession } from "./session-context.tsx";

/** Whether the caller may change the definition; undefined until it is known. */
export function useMayEdit(): boolean | undefined {
  const { api } = useSession();
  const { data } = useQuery({
    queryKey: ["caller"],
    queryFn: ({ signal }) => api.caller({ signal }),
    staleTime: 300_000,
  });
  return data?.rights.includes("editDefinition");
}
