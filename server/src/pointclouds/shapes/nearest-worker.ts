import { parentPort } from 'node:worker_threads';
import { nearestInStore, type NearestQuestion } from './nearest-in-store.ts';

// What is thrown ends the thread with an error, which its starter receives.
parentPort!.once('message', async (question: NearestQuestion) =>
  parentPort!.postMessage(await nearestInStore(question)),
);
