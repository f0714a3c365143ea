import { proxy } from 'valtio';

/**
 * `waiting`: others are sent first. `sending`, `paused`: the next try follows by itself. `failed`: only a person can help, who
 * chooses the files again.
 */
export type SendingState = 'waiting' | 'sending' | 'paused' | 'failed';

/** A delivery that this page sends. */
export interface Sending {
  readonly id: string;
  readonly siteId: number;
  readonly title: string;
  readonly bytes: number;
  sentBytes: number;
  state: SendingState;
  /** Over the last half minute; null while it is measured. */
  bytesPerS: number | null;
  /** When a paused one is tried again, in milliseconds since 1970. */
  nextTryAt: number | null;
  /** Why it is paused or has failed, as a sentence; null for a lost connection. */
  reason: string | null;
}

const state = proxy<{ sendings: Sending[] }>({ sendings: [] });

/** The deliveries that this page sends, also while the settings are closed. */
export const uploads: Readonly<{ sendings: readonly Readonly<Sending>[] }> = state;

/** A delivery that begins to be sent, or goes on. It takes the place of one with its id. */
export function addSending(sending: Pick<Sending, 'id' | 'siteId' | 'title' | 'bytes'>): void {
  removeSending(sending.id);
  state.sendings.push({
    ...sending,
    sentBytes: 0,
    state: 'waiting',
    bytesPerS: null,
    nextTryAt: null,
    reason: null,
  });
}

/** Stores how a delivery is; one that was removed meanwhile is ignored. */
export function updateSending(
  id: string,
  news: Partial<Pick<Sending, 'sentBytes' | 'state' | 'bytesPerS' | 'nextTryAt' | 'reason'>>,
): void {
  const sending = state.sendings.find((one) => one.id === id);
  if (sending) Object.assign(sending, news);
}

export function removeSending(id: string): void {
  if (state.sendings.some((one) => one.id === id)) state.sendings = state.sendings.filter((one) => one.id !== id);
}

let stop: () => void = () => undefined;

/** Says how the sending of all is stopped, which the code that sends knows and the first page does not load. */
export function stopUploadsWith(stopAll: () => void): void {
  stop = stopAll;
}

/** Sends nothing more: the session has ended. */
export function resetUploads(): void {
  stop();
  state.sendings = [];
}
