import { StoreFailedError } from '../errors/store-failed.ts';

/** A backup cannot be made, read or restored; the message says why and what to do. */
export class BackupFailedError extends StoreFailedError {}
