import { fastify } from "fastify";
import { type Floor, memoryFloor, postgresFloor, sqliteFloor } from "./floors.ts";
import { type RecordRow, recordBatches } from "./records.ts";
import { answerParent, readTold, type Told } from "./serving.ts";

/** The same HTTP server over the queries by hand, in a process that `startServer` began. */
const floor = await open(readTold());
const server = fastify({ bodyLimit: 10 * 1024 * 1024 });

const routes: Readonly<Record<string, (body: never) => unknown>> = {
  point: ({ id }: { id: number }) => floor.point(id),
  top: ({ price, count }: { price: number; count: number }) => floor.top(price, count),
  city: ({ city }: { city: string }) => floor.city(city),
  first: ({ count }: { count: number }) => floor.first(count),
  sums: ({ parents }: { parents: number }) => floor.sums(parents),
  add: async ({ rows }: { rows: readonly RecordRow[] }) => {
    await floor.add(rows);
    return rows;
  },
};
for (const [name, answer] of Object.entries(routes)) {
  server.post(`/${name}`, async ({ body }) => ({ Rows: await answer(body as never) }));
}
await server.listen({ host: "127.0.0.1", port: 0 });
answerParent({ port: (server.server.address() as { port: number }).port, fillSeconds: 0 });

async function open({ kind, place, rows }: Told): Promise<Floor> {
  const records = recordBatches(rows);
  if (kind === "memory") return memoryFloor(records);
  return kind === "sqlite" ? sqliteFloor(place, records) : postgresFloor(place, records);
}
