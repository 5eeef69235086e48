/** Characters of a key value; the engine refuses a longer one with `limit/key-length`. */
export const LONGEST_KEY = 1_024;
