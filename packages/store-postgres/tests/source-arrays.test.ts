/** Arrays in another program's table: those that are lists of ours, and those that are not. */
import { createEngine, loadDefinition } from "@tablewright/core";
import { describe, expect, test } from "vitest";
import { postgresStore } from "../src/index.ts";
import { ask, server, temporarySchema } from "./temporary-schema.ts";

describe.skipIf(server === "")("an array of texts", () => {
  test.each([
    ["{}", []],
    ["{a,b}", ["a", "b"]],
    ['{"a, b","\\"c\\""}', ["a, b", '"c"']],
    ["[3:4]={a,b}", ["a", "b"]],
    ["{a,NULL}", "row/unreadable-value"],
    ["{{a},{b}}", "row/unreadable-value"],
  ])("%s", async (stored, expected) => {
    expect(await tagsOf(stored)).toEqual(expected);
  });

  test.each([
    ['{a,a,""," x "}', ["a", "a", "", " x "], 'a;  a;  "";  " x "'],
    ['{"b; c","\\"d"}', ["b; c", '"d'], '"b; c"; """d"'],
  ])("%s keeps its items, sent back as a list or as a text", async (stored, items, text) => {
    expect(await tagsOf(stored)).toEqual(items);
    expect(await tagsOf("{z}", items)).toEqual(items);
    expect(await tagsOf("{z}", text)).toEqual(items);
  });

  test("refuses what is longer than its items may be, and does not cut it off", async () => {
    expect(await tagsOf("{abcde}", ["abcdefg"])).toBe("rule/constraint");
    expect(await tagsOf("{abcde}", ["z"])).toEqual(["z"]);
  });
});

/** What is read of a stored array, or the code of the error or warning; after an edit that writes `edited`, where there is one. */
async function tagsOf(stored: string, edited?: readonly string[] | string): Promise<unknown> {
  const schema = `arrays_${crypto.randomUUID().replaceAll("-", "")}`;
  const { options, release } = temporarySchema();
  await ask(`create schema ${schema}`);
  await ask(`create table ${schema}.post (id integer primary key, tags varchar(5)[])`);
  await ask(`insert into ${schema}.post values (1, $1)`, [stored]);
  const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: posts, name: Posts }
tables:
  Posts:
    source: ${schema}.post
    key: [Id]
    columns:
      Id: { type: Number, source: id }
      Tags: { type: EnumList, source: tags, allowOtherValues: true, separator: "; " }
`);
  const engine = await createEngine({
    definition: definition ?? expect.fail(),
    store: await postgresStore(options),
    services: { now: () => 0, random: () => 0, newId: () => "" },
  });
  try {
    const result =
      edited === undefined
        ? engine.find("Posts")
        : engine.edit("Posts", [{ Id: 1, Tags: typeof edited === "string" ? edited : [...edited] }]);
    const answer = await result;
    return answer.ok ? (answer.warnings[0]?.code ?? answer.rows[0]?.Tags) : answer.diagnostics[0]?.code;
  } finally {
    await engine.close();
    await ask(`drop schema ${schema} cascade`);
    await release();
  }
}
