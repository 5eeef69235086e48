import { keyOf } from "../world.ts";
import type { Law } from "./law.ts";

/** What was answered is stored, as it was answered. A filter may hide a row from who has added it. */
export const foundAfterAdd: Law = {
  name: "a row that was added is found",
  afterCall: async (world, { request, result }) => {
    const table = world.definition.tables.get(request.table);
    const added = result.ok ? result.rows[0] : undefined;
    if (request.action !== "Add" || table === undefined || added === undefined) return "none";
    if (table.securityFilter !== undefined && !table.withCheck) return "none";
    const rows = [keyOf(table, added)];
    const answer = await world.engine.execute({ ...request, action: "Find", rows });
    const [row] = answer.ok ? answer.rows : [];
    if (row === undefined) return { broken: `A Find by ${JSON.stringify(rows[0])} does not find it.` };
    const other = table.storedColumns.find(
      ({ name }) => JSON.stringify(row[name]) !== JSON.stringify(added[name]),
    );
    if (other === undefined) return "holds";
    const [was, is] = [JSON.stringify(added[other.name]), JSON.stringify(row[other.name])];
    return { broken: `The column "${other.name}" was answered as ${was} and is found as ${is}.` };
  },
};
