/** Addresses of files of models that carry the permission to read them, where the installation has a `TILE_KEY`. */
export const SIGNED_ADDRESSES = {
  /** `<end>/<signature>/<slug>/<layer>/<version>/<path>` follows; `end` is in Unix seconds. */
  prefix: '/t/',
  /** They are the same for everybody within steps of this length, seconds. */
  stepS: 300,
  /** From the beginning of a step until the end, seconds. */
  lifeS: 900,
  /** `BroadcastChannel` by which pages and workers of an origin tell each other what they learn. */
  channel: 'overlook.signed-addresses',
  /** How long a client uses what it was told, milliseconds: less than any address lives, whatever the client's clock says. */
  usedForMs: 540_000,
} as const;

/** Where files of models are without a signature. */
const MODEL_FILES = '/api/files/models/';
const SIGNED = /^\/t\/\d+\/[\w-]+\/(?=[^/]+\/[^/]+\/[^/]+\/.)/;

/** The address of a file without its signature: the same at all times. An address of another kind is returned as it is. */
export const unsignedPath = (pathname: string): string => pathname.replace(SIGNED, MODEL_FILES);
