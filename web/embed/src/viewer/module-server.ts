/** Origin from which this module was loaded: the server of an element that names no other. */
export const MODULE_SERVER: string | null = new URL(import.meta.url).origin;
