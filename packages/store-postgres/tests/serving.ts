/** A server of the command line under way, and calls to one of its tables. */
import { expect, vi } from "vitest";
import { begin } from "../../cli/tests/capture.ts";

export async function serving(input: readonly string[]) {
  const served = begin(input);
  await vi.waitFor(() => expect(served.out()).toContain("curl "), { timeout: 150_000 });
  const address = /served at (\S+)/u.exec(served.out())?.[1];
  return {
    async call(Action: string, row?: object, key = "V2-it's") {
      const answer = await fetch(`${address}/tables/Notes/Action`, {
        method: "POST",
        headers: { ApplicationAccessKey: key, "Content-Type": "application/json" },
        body: JSON.stringify({ Action, Rows: row === undefined ? [] : [row], Properties: {} }),
      });
      const body = (await answer.json()) as { readonly Rows?: unknown };
      return {
        status: answer.status,
        retryAfter: answer.headers.get("retry-after"),
        body: body.Rows ?? body,
      };
    },
    stop() {
      served.stop();
      return served.done;
    },
  };
}
