import { dateTime } from "./date-time.ts";
import type { FunctionInSql } from "./function-in-sql.ts";
import { list } from "./list.ts";
import { logic } from "./logic.ts";
import { number } from "./number.ts";
import { text } from "./text.ts";
import { user } from "./user.ts";

/** Every function that is said in SQL, by its name: apart from their declarations, because the language knows no database. */
export const functionsInSql: ReadonlyMap<string, FunctionInSql> = new Map(
  [dateTime, list, logic, number, text, user].flatMap((family) => Object.entries<FunctionInSql>(family)),
);
