import { freeName, quoteName, readLayouts, type Upgrade } from "@tablewright/store-sql";
import { namesInUse, readVersion, VERSION, WITHOUT_SEQUENCES, writeVersion } from "../catalogue.ts";
import type { Connection } from "../connection.ts";
import { LONGEST_NAME } from "../indexes.ts";
import { restartSlots, slotSequence } from "../slots.ts";

/** Tables of version 2 have no sequences that writers beside each other draw slots from. They get one; no row changes. */
export const slotSequences: Omit<Upgrade<Connection>, "isDue"> = {
  plan: async () => [],

  async carryOut(connection) {
    if ((await readVersion(connection)) !== WITHOUT_SEQUENCES) return;
    const names = await namesInUse(connection);
    for (const { name } of await readLayouts(connection)) {
      const sequence = slotSequence(freeName(`${name} slots`, names, LONGEST_NAME), names);
      const [highest] = (await connection.get(`select max("_Slot") from ${quoteName(name)}`)) ?? [];
      const [numbered] =
        (await connection.get("select highest from tablewright_tables where stored_as = $1", [name])) ?? [];
      await connection.exec(
        `alter table ${quoteName(name)} alter column "_Slot" set not null, alter column "_Slot" add ${sequence}`,
      );
      await restartSlots(connection, { name }, Math.max(Number(highest ?? 0), Number(numbered ?? 0)));
    }
    await writeVersion(connection, VERSION);
  },
};
