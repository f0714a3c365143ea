import { parentPort } from 'node:worker_threads';
import { findInStore, type ShapeQuestion } from './find-in-store.ts';

// What is thrown ends the thread with an error, which its starter receives.
parentPort!.once('message', async (question: ShapeQuestion) => parentPort!.postMessage(await findInStore(question)));
