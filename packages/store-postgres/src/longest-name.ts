/** PostgreSQL cuts off what a name has beyond so many bytes. */
export const LONGEST_NAME = 63;
