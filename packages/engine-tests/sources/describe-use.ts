import type { Engine, Result } from "@tablewright/core";
import { expect, test } from "vitest";
import type { SourceDatabase } from "./source-database.ts";

/** The rental shop, opened. */
interface OpenShop {
  readonly engine: Engine;
  readonly database: SourceDatabase;
  rowsOf(result: Promise<Result>): Promise<readonly Record<string, unknown>[]>;
  find(table: string, selector?: string): Promise<readonly Record<string, unknown>[]>;
}

/** What holds of tables of another program while both use them, and of many rows. */
export function describeUse(isShared: boolean, shop: () => OpenShop): void {
  test("calls that change one row at the same time lose nothing of each other", async () => {
    const { engine, rowsOf, find } = shop();
    const lengthen = () => rowsOf(engine.invoke("Lengthen", "Films", [{ Film: 1 }]));
    await Promise.all(Array.from({ length: 8 }, lengthen));
    const [film] = await find("Films", "FILTER(Films, [Film] = 1)");
    expect(film?.Days).toBe(11);
    await rowsOf(engine.edit("Films", [{ Film: 1, Days: 3 }]));
  });

  test.runIf(isShared)("what another program changes in a row meanwhile stays", async () => {
    const { engine, database, rowsOf, find } = shop();
    let others: Promise<unknown> | undefined;
    await database.store.write(async (transaction) => {
      const [row = []] = await transaction.getByKeys("Films", [[1]]);
      others ??= database.ask("update film set length = 99 where film_id = 1");
      await Promise.race([others, new Promise((resolve) => setTimeout(resolve, 50))]);
      await transaction.update("Films", [row.with(5, 4)]);
    });
    await others;
    expect(await find("Films", "FILTER(Films, [Film] = 1)")).toMatchObject([{ Days: 4, Minutes: 99 }]);
    await rowsOf(engine.edit("Films", [{ Film: 1, Days: 3, Minutes: 86 }]));
  });

  test("more rows than are read at once come whole and in order, with conditions and without", async () => {
    const { database, find } = shop();
    const some = `(${Array.from({ length: 22 }, (_, at) => `select ${at} as n`).join(" union all ")})`;
    await database.ask(
      `insert into language (name) select 'x' from ${some} as a, ${some} as b, ${some} as c`,
    );
    const keys = (await find("Languages")).map(({ Language }) => Number(Language));
    expect(keys).toHaveLength(2 + 22 ** 3);
    expect(keys).toEqual(keys.toSorted((one, other) => one - other));
    expect(await find("Languages", 'FILTER(Languages, [Name] = "X")')).toHaveLength(22 ** 3);
    expect(await find("Languages", "ORDERBY(FILTER(Languages, [Language] > 2), [Name])")).toHaveLength(
      22 ** 3,
    );
    await database.ask("delete from language where name = 'x'");
  });
}
