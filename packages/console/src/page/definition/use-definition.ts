import type { Definition, EditablePart } from "@tablewright/client";
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
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

/** A part that was changed in the page and is not saved. */
export interface Draft {
  readonly path: ShownPart["path"];
  /** Null takes the part out of the definition. */
  readonly text: string | null;
  /** What the definition had when the change began; null where it had nothing. */
  readonly was: string | null;
}

interface Drafts {
  readonly drafts: readonly Draft[];
  /** Writes a part; one that is as in the definition is no draft. */
  write(draft: Draft): void;
  clear(): void;
}

/** The drafts of the session: they stay while other pages are looked at, and are forgotten with the session. */
export function useDrafts(): Drafts {
  const queries = useQueryClient();
  const { data: drafts } = useQuery({
    queryKey: KEY,
    queryFn: () => NO_DRAFTS,
    initialData: NO_DRAFTS,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const set = (next: readonly Draft[]) => queries.setQueryData(KEY, next);
  return {
    drafts,
    write: (draft) => {
      const others = drafts.filter(({ path }) => !isSamePath(path, draft.path));
      set(draft.text === draft.was ? others : [...others, draft]);
    },
    clear: () => set(NO_DRAFTS),
  };
}

/** Whether another user has changed a part since its draft began. */
export function isMoved({ text }: ShownPart, { was }: Draft): boolean {
  return was !== text;
}

export function isSamePath(one: Draft["path"], other: Draft["path"]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const KEY = ["drafts"];
const NO_DRAFTS: readonly Draft[] = [];
