import type { Filter } from "./column-run.ts";

/** A Yes/No column that is TRUE. */
export function keepFlagged(index: number): Filter {
  return (positions, count, { table }) => {
    const flags = table.flags(index);
    let matches = 0;
    for (let at = 0; at < count; at++) {
      const position = positions[at] as number;
      positions[matches] = position;
      matches += Number(flags[position] === 1);
    }
    return matches;
  };
}
