import type { DescribedTable } from "@tablewright/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { readAgain } from "../api/create-api.ts";
import { useSession } from "../session/session-context.tsx";

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
    // Without it the rows are those of when they were read, as they were before there were live Selectors.
    follow()
      .catch(() => undefined)
      .finally(() => setLive(false));
    return () => leaving.abort();
  }, [api, queries, name, selector]);
  return isLive;
}
