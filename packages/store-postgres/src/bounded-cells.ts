import type { CustomTypesConfig } from "pg";
import { readColumnTypes } from "./column-types.ts";

/**
 * Reads the cells of one answer while they have at most so many characters together. Those after them are left out, so that the
 * answer takes no more memory however much the database sends: it is cut then, and has to be asked for in smaller parts.
 */
export class BoundedCells {
  readonly types: CustomTypesConfig;
  readonly #most: number;
  #characters = 0;

  constructor(most: number) {
    this.#most = most;
    this.types = {
      getTypeParser: ((type: number, format: "text") => {
        const parse = readColumnTypes.getTypeParser(type, format) as (text: string) => unknown;
        return (text: string) => {
          this.#characters += text.length;
          return this.isCut ? null : parse(text);
        };
      }) as CustomTypesConfig["getTypeParser"],
    };
  }

  /** The characters that were sent. */
  get characters(): number {
    return this.#characters;
  }

  get isCut(): boolean {
    return this.#characters > this.#most;
  }
}
