import { createEngine, loadDefinition } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";

const DEFINITION = `
tablewright: 1
app: { id: forms, name: Forms }
tables:
  Makers:
    key: [Maker]
    columns: { Maker: { type: Text }, Pays: { type: Yes/No } }
  Jobs:
    key: [Job]
    columns:
      Job: { type: Number }
      Maker: { type: Ref, table: Makers }
      State: { type: Enum, values: [Open, Done], editableIf: 'ISNOTBLANK([Maker])' }
      Report: { type: Text, showIf: '[State] = "Done"' }
      Price: { type: Price, showIf: '[Maker].[Pays]', editableIf: 'COUNT(Jobs[Job]) < 3' }
`;

/** What a form hides, or does not let be edited, is answered for the row as it would be. */
export function describeForms(make: MakeStore): void {
  describe("forms", () => {
    test.each<[action: string, row: object, hidden: readonly string[], readOnly: readonly string[]]>([
      ["Find", { Job: 1 }, ["Report"], []],
      ["Find", { Job: 2 }, ["Report", "Price"], ["State"]],
      ["Edit", { Job: 1, State: "Done" }, [], []],
      ["Edit", { Job: 1, State: "Done", _Hidden: ["Report"], _ReadOnly: [] }, [], []],
      ["Add", { Job: 3, Maker: "a" }, ["Report"], ["Price"]],
      ["Add", { Job: 3 }, ["Report", "Price"], ["State", "Price"]],
    ])("%s %j hides %j", async (action, row, hidden, readOnly) => {
      const { store, dispose } = await make();
      const { output: definition, diagnostics } = loadDefinition(DEFINITION);
      if (definition === undefined) throw new Error(JSON.stringify(diagnostics));
      const services = { now: () => 0, random: () => 0.5, newId: () => crypto.randomUUID() };
      const engine = await createEngine({ definition, store, services });
      await engine.add("Makers", [{ Maker: "a", Pays: true }]);
      await engine.add("Jobs", [{ Job: 1, Maker: "a", State: "Open" }, { Job: 2 }]);
      const properties = { Form: true, ...(action === "Find" ? {} : { DryRun: true }) };
      const answer = (wire: "typed" | "appsheet") =>
        engine.execute({ action, table: "Jobs", rows: [row as never], properties, wire });
      expect(await answer("typed")).toMatchObject({
        ok: true,
        rows: [{ _Hidden: hidden, _ReadOnly: readOnly }],
        warnings: [],
      });
      expect(await answer("appsheet")).toMatchObject({ rows: [{ _Hidden: hidden.join(" , ") }] });
      await dispose();
    });
  });
}
