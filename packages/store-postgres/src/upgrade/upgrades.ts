import type { Upgrade } from "@tablewright/store-sql";
import { readVersion, VERSION } from "../catalogue.ts";
import type { Connection } from "../connection.ts";
import { nativeTypes } from "./native-types.ts";
import { slotSequences } from "./slot-sequences.ts";

/** From version to version, one after the other. */
export const upgrades: Upgrade<Connection> = {
  async plan(connection) {
    return [...(await nativeTypes.plan(connection)), ...(await slotSequences.plan(connection))];
  },

  isDue: async (connection) => (await readVersion(connection)) !== VERSION,

  async carryOut(connection) {
    await nativeTypes.carryOut(connection);
    await slotSequences.carryOut(connection);
  },
};
