/** How many batches a program works at, at the same time: each has one call under way. */
export const WRITERS = 6;
