/** Names of members and positions in lists, from the top of a definition. */
export type Path = readonly (string | number)[];
