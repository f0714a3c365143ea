import { parentPort } from 'node:worker_threads';
import { compareObjects, type Comparison, type TouchedId } from './compare-objects.ts';

parentPort!.once('message', (comparisons: readonly Comparison[]) => {
  const touched: TouchedId[] = [];
  for (const comparison of comparisons) for (const one of compareObjects(comparison)) if (one) touched.push(one);
  parentPort!.postMessage(touched);
});
