/** Only the user who exports rows may read them. */
export const PRIVATE = 0o600;
