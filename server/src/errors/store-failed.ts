/** The store of files refused, or did not answer. The message is for the operator; a client gets 503. */
export class StoreFailedError extends Error {
  override readonly name = 'StoreFailedError';
}
