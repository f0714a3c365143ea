/** The messages of a page to the service worker. Each is answered through its port. */
export type PageMessage =
  /** A visit of the session begins. */
  | { type: 'begin'; authorization: string }
  /** No one is signed in any more, or a person deletes the kept models. */
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
