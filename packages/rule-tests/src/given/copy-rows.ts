import type { AppDefinition } from "@tablewright/core";
import { bindContext, type Store } from "@tablewright/core/storage";

/** Puts the rows of every table of one store into another as they are: nothing is computed or checked. */
export async function copyRows(definition: AppDefinition, from: Store, to: Store): Promise<void> {
  const context = bindContext(definition.scope, {}).request;
  await from.read(
    async (transaction) => {
      for (const table of definition.tables.keys()) {
        const { batches } = await transaction.find({ table, conditions: [], order: [], context });
        for await (const rows of batches)
          if (rows.length > 0) await to.write((writing) => writing.insert(table, rows));
      }
    },
    { searches: true },
  );
}
