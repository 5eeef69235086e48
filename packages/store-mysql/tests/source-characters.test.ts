/** Keys in character sets that lack characters of others, in another program's table. */
import { createEngine, loadDefinition } from "@tablewright/core";
import { describe, expect, inject, test } from "vitest";
import { mysqlStore } from "../src/index.ts";
import { ask, server, temporaryDatabase } from "./temporary-database.ts";

describe.skipIf(server === "")("a key of texts", () => {
  test.each([
    ["latin1", "latin1_german1_ci", "straße"],
    ["utf8mb3", "utf8mb3_general_ci", "日本"],
    ["ascii", "ascii_general_ci", "plain"],
  ])("in %s", async (characters, collation, own) => {
    const { options, release } = await temporaryDatabase();
    const database = `${inject("databases")}_${crypto.randomUUID().replaceAll("-", "")}`;
    await ask(`create database ${database}`);
    await ask(
      `create table ${database}.word (word varchar(20) character set ${characters} collate ${collation} primary key, note varchar(20))`,
    );
    await ask(`insert into ${database}.word values (?, 'own'), ('?', 'question')`, [own]);
    const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: words, name: Words }
tables:
  Words:
    source: ${database}.word
    key: [Word]
    columns:
      Word: { type: Text, source: word }
      Note: { type: Text, source: note }
`);
    const engine = await createEngine({
      definition: definition ?? expect.fail(),
      store: await mysqlStore(options),
      services: { now: () => 0, random: () => 0, newId: () => "" },
    });
    try {
      const keys = [own, "😀", "?"].map((Word) => ({ Word }));
      const found = await engine.find("Words", { keys });
      expect(found).toMatchObject({ ok: true });
      expect(found.ok && found.rows.map(({ Note }) => Note).toSorted()).toEqual(["own", "question"]);
      const refused = await engine.add("Words", [{ Word: "😀" }]);
      expect(refused).toMatchObject({ ok: false, diagnostics: [{ code: "rule/constraint", row: 1 }] });
      expect(await engine.delete("Words", [{ Word: "😀" }])).toMatchObject({
        ok: false,
        diagnostics: [{ code: "row/not-found" }],
      });
      expect(await engine.edit("Words", [{ Word: own, Note: "x" }])).toMatchObject({ ok: true });
      expect(await engine.delete("Words", [{ Word: own }])).toMatchObject({ ok: true });
      expect(await ask(`select word, note from ${database}.word`)).toEqual([{ word: "?", note: "question" }]);
    } finally {
      await engine.close();
      await ask(`drop database ${database}`);
      await release();
    }
  });
});
