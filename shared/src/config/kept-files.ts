/** Bytes of models that a browser keeps for one session at most; the least recently used are removed first. */
export const KEPT_MODELS_BYTES_MOST = 512 * 1024 * 1024;

/** Bytes of the product's own code that a browser keeps, of all builds. */
export const KEPT_CODE_BYTES_MOST = 32 * 1024 * 1024;
