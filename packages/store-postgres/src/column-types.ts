import type { CustomTypesConfig } from "pg";

/** How what PostgreSQL sends as text becomes what stores bind and read: yes/no as 1 and 0, numbers as numbers. */
export const columnTypes: CustomTypesConfig = {
  getTypeParser: ((type: number) => PARSERS.get(type) ?? asIs) as CustomTypesConfig["getTypeParser"],
};

const asIs = (text: string) => text;

/** By the number PostgreSQL gives a type. All whole numbers that are stored are exact in a number of JavaScript. */
const PARSERS: ReadonlyMap<number, (text: string) => number> = new Map<number, (text: string) => number>([
  [16, (text) => (text === "t" ? 1 : 0)],
  [20, Number],
  [21, Number],
  [23, Number],
  [700, Number],
  [701, Number],
]);
