/** Rows are for who exports them alone. */
export const PRIVATE = 0o600;
