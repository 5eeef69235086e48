/** A file of rows that cannot be had, in words for the person who named it; what opens files for tests throws it. */
export class UnreadableRows extends Error {}
