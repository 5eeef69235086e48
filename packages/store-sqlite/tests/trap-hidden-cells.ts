/** Lets our functions fail that SQLite calls on what only a hidden row can hold. */

import { isOfHiddenCell } from "@tablewright/engine-tests";
import { nativeFunctions } from "@tablewright/store-sql";

let isArmed = false;

/** Functions of connections that are opened from now on fail while the trap is armed; to be called once. */
export function buildTrap(): { readonly arm: () => void; readonly disarm: () => void } {
  const functions = nativeFunctions as unknown as Record<string, (...values: readonly unknown[]) => unknown>;
  for (const [name, evaluate] of Object.entries(functions)) {
    functions[name] = (...values) => {
      if (isArmed && values.flat().some(isOfHiddenCell))
        throw new Error(`${name} was called on a cell of a hidden row`);
      return evaluate(...values);
    };
  }
  return {
    arm: () => {
      isArmed = true;
    },
    disarm: () => {
      isArmed = false;
    },
  };
}
