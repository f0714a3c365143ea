import { parentPort } from 'node:worker_threads';
import { measureInStore, type StoredVolumeQuestion } from './measure-in-store.ts';

// What is thrown ends the thread with an error, which its starter receives.
parentPort!.once('message', async (question: StoredVolumeQuestion) =>
  parentPort!.postMessage(await measureInStore(question)),
);
