/** What stands between the items of a list when it is written as text. */
export const LIST_SEPARATOR = " , ";
