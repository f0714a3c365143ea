/** Bytes of models that a browser keeps for one session at most; those used longest ago go first. */
export const KEPT_MODELS_BYTES_MOST = 512 * 1024 * 1024;

/** The same of the product's own code, of all builds. */
export const KEPT_CODE_BYTES_MOST = 32 * 1024 * 1024;
