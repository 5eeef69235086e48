import type { TableList } from "@tablewright/client";
import type { DescribedTable } from "@tablewright/core";
import {
  keepPreviousData,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { type ApiRow, readAgain } from "../api/create-api.ts";
import { type RowsPart, readLabelledRows } from "../api/read-rows.ts";
import { useSession } from "../session/session-context.tsx";
import { quoted } from "../tables/view.ts";

/** Rows of a table of which only those near the ones shown are there. */
export interface RowWindow {
  /** How many places there are to scroll over. */
  readonly places: number;
  /** How many rows match, where that is known. */
  readonly count: number | undefined;
  /** The row at a place; undefined while it is read. */
  rowAt(place: number): ApiRow | undefined;
  labelOf(table: string, key: string): string | undefined;
  /** Reads what is missing between two places. */
  show(first: number, last: number): void;
  readonly error: Error | null;
  readonly isReading: boolean;
  retry(): void;
}

/** Rows that are read at a time. */
export const PART = 200;

export function labelIn(
  parts: readonly (RowsPart | undefined)[],
  table: string,
  key: string,
): string | undefined {
  for (const part of parts) {
    const label = part?.labels.get(table)?.get(key);
    if (label !== undefined) return label;
  }
  return undefined;
}

/** The rows that a Selector names, in its order, read on as they are scrolled to. */
export function useFoundRows(
  schema: DescribedTable,
  tables: TableList,
  selector: string | undefined,
  isWanted: boolean,
): RowWindow {
  const { api } = useSession();
  const query = useInfiniteQuery({
    queryKey: ["rows", schema.name, "found", selector ?? ""],
    queryFn: ({ pageParam, signal }) =>
      readLabelledRows(api, {
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

/**
 * All rows of a table in its order, any place of it at once, by the numbers of its rows; undefined where the numbers that
 * the session sees have gaps, or it is not known yet. A million rows are as quick to look through as a hundred.
 */
export function useStoredRows(
  schema: DescribedTable,
  tables: TableList,
  isWanted: boolean,
): RowWindow | undefined {
  const { api } = useSession();
  const [[first, last], setPlaces] = useState<readonly [number, number]>([0, 0]);
  const enabled = isWanted && schema.sliceOf === undefined;
  const counted = useQuery({
    queryKey: ["rows", schema.name, "numbers"],
    queryFn: async ({ signal }) => {
      const count = await countRows(`FILTER(${quoted(schema.name)}, TRUE)`, signal);
      const numbered = await countRows(`FILTER(${quoted(schema.name)}, [_RowNumber] <= ${count})`, signal);
      return { count, isDense: count !== undefined && numbered === count };
    },
    enabled,
  });
  const count = counted.data?.count ?? 0;
  const isDense = counted.data?.isDense === true;
  const missing = useMemo(() => partsBetween(first, Math.min(last, count - 1)), [first, last, count]);
  const queries = useQueries({
    queries: missing.map((part) => ({
      queryKey: ["rows", schema.name, "numbers", part],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readLabelledRows(api, { schema, tables, selector: partSelector(schema.name, part), signal }),
      enabled: enabled && isDense,
      placeholderData: keepPreviousData as never,
    })),
  });
  if (!enabled || !isDense) return undefined;
  const parts = new Map(
    missing.map((part, at) => [part, queries[at]?.isPlaceholderData ? undefined : queries[at]?.data]),
  );
  const all = queries.map(({ data }) => data as RowsPart | undefined);
  return {
    places: count,
    count,
    rowAt: (place) => parts.get(Math.floor(place / PART))?.rows[place % PART],
    labelOf: (table, key) => labelIn(all, table, key),
    show: (from, to) => setPlaces((now) => (now[0] === from && now[1] === to ? now : [from, to])),
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    isReading: queries.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const query of queries) if (query.error !== null) void query.refetch();
    },
  };

  async function countRows(selector: string, signal: AbortSignal): Promise<number | undefined> {
    const properties = { Limit: 1, Count: true, Columns: schema.key };
    return (await api.find(schema.name, { selector, properties, signal })).count;
  }
}

function partsBetween(first: number, last: number): readonly number[] {
  const from = Math.floor(Math.max(0, first) / PART);
  const to = Math.floor(Math.max(0, last) / PART);
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

function partSelector(table: string, part: number): string {
  return `FILTER(${quoted(table)}, AND([_RowNumber] > ${part * PART}, [_RowNumber] <= ${(part + 1) * PART}))`;
}

/**
 * Reads the rows that are shown again when they change, and answers whether they are followed. A table without a history is not, nor
 * are more rows than a live Selector may have.
 */
export function useLiveRows({ name }: DescribedTable, selector: string | undefined): boolean {
  const { api } = useSession();
  const queries = useQueryClient();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const follow = async () => {
      let isFirst = true;
      for await (const _ of api.live(name, { selector, signal: leaving.signal })) {
        if (!isFirst) await readAgain(queries, ["rows"]);
        isFirst = false;
        setLive(true);
      }
    };
    // Where they cannot be followed, the rows are those of when they were read.
    follow()
      .catch(() => undefined)
      .finally(() => setLive(false));
    return () => leaving.abort();
  }, [api, queries, name, selector]);
  return isLive;
}
