import { subscribeKey } from 'valtio/utils';
import { type PageMessage, SERVICE_WORKER, type WorkerAnswer } from '../service-worker/messages.ts';
import { preferences, setPreference } from '../state/preferences.ts';
import { sessionToken } from '../state/session.ts';
import { bearerOf } from './watched-fetch.ts';

/** Whether this browser can keep models here: not at addresses without encryption, and not in some private windows. */
export const canKeepModels = (): boolean => 'serviceWorker' in navigator && 'caches' in globalThis;

/** Registers the service worker, which keeps viewed models. Where the browser refuses, nothing is kept. */
export async function startKeeping(): Promise<void> {
  if (!import.meta.env.PROD || !canKeepModels()) return;
  await navigator.serviceWorker.register(SERVICE_WORKER).catch(() => null);
}

/**
 * Binds the kept models to the session of this browser: a change of person, signing out and a 401 remove them. Returns
 * a function that ends this.
 */
export function watchKeptModels(): () => void {
  const follow = () => {
    const authorization = bearerOf(sessionToken());
    void tell(authorization === null ? { type: 'forget' } : { type: 'begin', authorization });
  };
  if (!preferences.keepsModels) void tell({ type: 'keep', isOn: false });
  follow();
  // This runs immediately, because a page that signs out or whose session has ended is reloaded directly after.
  return subscribeKey(preferences, 'sessionToken', follow, true);
}

/** Bytes of models that are kept; null where that cannot be known. */
export async function keptModelsBytes(): Promise<number | null> {
  return (await tell({ type: 'size' }))?.bytes ?? null;
}

/** Deletes the models that are kept. */
export async function emptyKeptModels(): Promise<void> {
  await tell({ type: 'forget' });
}

/** Keeps models from now on, or none. */
export async function keepModels(isOn: boolean): Promise<void> {
  setPreference('keepsModels', isOn);
  await tell({ type: 'keep', isOn });
}

/** Sends immediately where the page already has a service worker. Resolves to its answer, or to null without one. */
function tell(message: PageMessage): Promise<WorkerAnswer | null> {
  if (!canKeepModels()) return Promise.resolve(null);
  const { controller } = navigator.serviceWorker;
  return controller ? send(controller, message) : sendToActive(message);
}

async function sendToActive(message: PageMessage): Promise<WorkerAnswer | null> {
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  return registration?.active ? send(registration.active, message) : null;
}

function send(worker: ServiceWorker, message: PageMessage): Promise<WorkerAnswer> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
      port1.close();
      resolve(data);
    });
    port1.start();
    worker.postMessage(message, [port2]);
  });
}
