import type { TableList } from "@tablewright/client";
import type { TableSchema } from "@tablewright/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { readRows } from "../api/read-rows.ts";
import { useSession } from "../session/session-context.tsx";
import { labelIn, PART, type RowWindow } from "./row-window.ts";

/** The rows that a Selector names, in its order, read on as they are scrolled to. */
export function useFoundRows(
  schema: TableSchema,
  tables: TableList,
  selector: string | undefined,
  isWanted: boolean,
): RowWindow {
  const { api } = useSession();
  const query = useInfiniteQuery({
    queryKey: ["rows", schema.name, "found", selector ?? ""],
    queryFn: ({ pageParam, signal }) =>
      readRows(api, {
        schema,
        tables,
        selector,
        properties: {
          Limit: PART,
          ...(pageParam === "" ? { Count: true } : { After: pageParam }),
        },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: ({ after }) => after,
    enabled: isWanted,
  });
  const pages = query.data?.pages ?? [];
  const loaded = pages.reduce((sum, { rows }) => sum + rows.length, 0);
  return {
    places: query.hasNextPage ? loaded + 1 : loaded,
    count: pages[0]?.count,
    rowAt: (place) => pages[Math.floor(place / PART)]?.rows[place % PART],
    labelOf: (table, key) => labelIn(pages, table, key),
    show: (_, last) => {
      if (last >= loaded && query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
    error: query.error,
    isReading: query.isFetching,
    retry: () => void query.refetch(),
  };
}
