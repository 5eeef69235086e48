/** `GET /metrics`: what calls, the store, the outbox and the process say, in series that callers cannot multiply. */
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { begin, capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

const definition = `
tablewright: 1
app: { id: counts, name: Counts, api: { enabled: true, accessKeys: [{ name: all, key: V2-all }] } }
tables:
  Counts: { key: [Name], columns: { Name: { type: Text } } }
rules:
  Tell: { table: Counts, on: [add], steps: [{ webhook: { url: 'http://127.0.0.1:1/' } }] }
`;

async function serve(...options: string[]) {
  const file = join(folderOf({ "app.yaml": definition }), "app.yaml");
  const served = begin(["serve", file, "--port", "0", "--metrics-port", "0", "--no-deliver", ...options]);
  await vi.waitFor(() => expect(served.out()).toContain("curl "), { timeout: 150_000 });
  const [, address = ""] = /served at (\S+)/u.exec(served.out()) ?? [];
  const [, metrics = ""] = /Metrics are at (\S+)/u.exec(served.out()) ?? [];
  const call = async (table: string, body: unknown, key = "V2-all") => {
    const answer = await fetch(`${address}/tables/${table}/Action`, {
      method: "POST",
      headers: { ApplicationAccessKey: key, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return answer.text();
  };
  const scrape = async () => (await fetch(metrics)).text();
  return { served, address, metrics, call, scrape };
}

test("calls, rows, the store, the outbox and the event loop", async () => {
  const { served, metrics, call, scrape } = await serve();
  await call("Counts", { Action: "Add", Rows: [{ Name: "a" }, { Name: "b" }] });
  await call("Counts", { Action: "Add", Rows: [{ Name: "a" }] });
  const counted = 'tablewright_call_seconds_count{app="counts",action="Add"} 2';
  await expect.poll(scrape).toContain(counted); // a call is counted when its answer was sent
  const text = await scrape();
  for (const line of [
    'tablewright_calls_total{app="counts",table="Counts",action="Add",status="200",code=""} 1',
    'tablewright_calls_total{app="counts",table="Counts",action="Add",status="400",code="key/duplicate"} 1',
    counted,
    'tablewright_rows_total{app="counts",table="Counts",direction="sent"} 3',
    'tablewright_store_seconds_count{app="counts",kind="write"}',
    'tablewright_outbox_waiting{app="counts"} 2',
    'tablewright_outbox_failed{app="counts"} 0',
    'tablewright_outbox_oldest_seconds{app="counts"} ',
    "tablewright_calls_working 0",
    "tablewright_calls_waiting 0",
    "nodejs_eventloop_lag_p99_seconds ",
    "process_resident_memory_bytes ",
  ])
    expect(text).toContain(line);
  const elsewhere = await fetch(new URL("/", metrics));
  expect([elsewhere.status, await elsewhere.text()]).toEqual([404, "GET /metrics is all there is here.\n"]);
  served.stop();
  await served.done;
});

test("fuel that calls have spent, and entries of caches", async () => {
  const { served, call, scrape } = await serve("--store", `sqlite:${join(folderOf({}), "rows.sqlite")}`);
  const read = async (name: string) => {
    const [, value] =
      new RegExp(`^${name.replaceAll(/[{}]/gu, "\\$&")} (\\S+)$`, "mu").exec(await scrape()) ?? [];
    return Number(value ?? Number.NaN);
  };
  const expressions = 'tablewright_cache_entries{app="",cache="expressions"}';
  const statements = 'tablewright_cache_entries{app="counts",cache="statements"}';
  const fuel = 'tablewright_fuel_total{app="counts",table="Counts",action="Find"}';
  await call("Counts", { Action: "Add", Rows: [{ Name: "a" }, { Name: "b" }] });
  const find = (filter: string) =>
    call("Counts", {
      Action: "Find",
      Properties: { Locale: "de-DE", Selector: `FILTER("Counts", ${filter})` },
    });
  await find('[Name] = "a"');
  const [before, prepared] = [await read(expressions), await read(statements)];
  await find('LEN(SUBSTITUTE([Name], "b", "cc")) > 1');
  await expect.poll(() => read(expressions)).toBeGreaterThan(before);
  await expect.poll(() => read(statements)).toBeGreaterThan(prepared);
  const spent = await read(fuel);
  await find("COUNT(SELECT(Counts[Name], [Name] > [_THISROW-1].[Name])) > 0");
  await expect.poll(() => read(fuel)).toBeGreaterThan(Number.isNaN(spent) ? 0 : spent);
  expect(await read('tablewright_cache_entries{app="",cache="locales"}')).toBeGreaterThan(0);
  expect(await read('tablewright_cache_entries{app="",cache="timeZones"}')).toBeGreaterThanOrEqual(0);
  served.stop();
  await served.done;
});

test("what callers make up makes no series, and no key is in one", async () => {
  const { served, address, call, scrape } = await serve();
  const madeUp = async (at: number) => {
    await call(`V2-made-up-${at}`, { Action: "Find" });
    await call("Counts", { Action: `V2-made-up-${at}` });
    await call("Counts", { Action: "Find" }, `V2-made-up-${at}`);
    await fetch(`${new URL(address).origin}/V2-made-up-${at}`);
  };
  await madeUp(1);
  const one = await scrape();
  for (let at = 2; at <= 5; at++) await madeUp(at);
  const more = await scrape();
  const seriesOf = (text: string) => [...text.matchAll(/^tablewright_[^ ]*/gmu)].length;
  expect(seriesOf(more)).toBe(seriesOf(one));
  expect(more).not.toContain("V2-");
  served.stop();
  await served.done;
});

test("the port of the API has no metrics", async () => {
  const { served, address } = await serve();
  expect((await fetch(new URL("/metrics", address))).status).toBe(404);
  served.stop();
  await served.done;
});

test("a port for metrics that is in use", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const { port } = taken.address() as { port: number };
  const file = join(folderOf({ "app.yaml": definition }), "app.yaml");
  const { code, err } = await capture("serve", file, "--port", "0", "--metrics-port", String(port));
  taken.close();
  expect(err).toContain(`Port ${port} of 127.0.0.1 is in use; name another with --metrics-port.`);
  expect(code).toBe(1);
});
