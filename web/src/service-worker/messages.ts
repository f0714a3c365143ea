/** What a page says to the service worker. Each is answered through the port that comes with it. */
export type PageMessage =
  /** A visit of the session begins. */
  | { type: 'begin'; authorization: string }
  /** Nobody is signed in any more, or a person empties what is kept. */
  | { type: 'forget' }
  /** Whether models are to be kept from now on. */
  | { type: 'keep'; isOn: boolean }
  /** Asks how many bytes of models are kept. */
  | { type: 'size' };

export interface WorkerAnswer {
  bytes: number;
}

/** Address of the service worker; it may answer for all pages of the origin. */
export const SERVICE_WORKER = '/service-worker.js';
