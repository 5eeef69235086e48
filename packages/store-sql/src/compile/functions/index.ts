import { dateTimeInSql } from "./date-time.ts";
import type { FunctionInSql } from "./function-in-sql.ts";
import { listInSql } from "./list.ts";
import { logicInSql } from "./logic.ts";
import { numberInSql } from "./number.ts";
import { textInSql } from "./text.ts";

/** Every function that is said in SQL, by its name: apart from their declarations, because the language knows no database. */
export const functionsInSql: ReadonlyMap<string, FunctionInSql> = new Map(
  [dateTimeInSql, listInSql, logicInSql, numberInSql, textInSql].flatMap((family) =>
    Object.entries<FunctionInSql>(family),
  ),
);
