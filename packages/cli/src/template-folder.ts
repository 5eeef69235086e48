/** The files of a new application, which lie above the sources as above what is built. */
export const templateFolder = new URL("../template/", import.meta.url);
