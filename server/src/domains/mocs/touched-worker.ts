import { parentPort } from 'node:worker_threads';
import { compareObjects, type Comparison } from './compare-objects.ts';
import { gatherTouches } from './touches.ts';

parentPort!.once('message', (comparisons: readonly Comparison[]) => {
  const gathered = gatherTouches();
  for (const comparison of comparisons) for (const one of compareObjects(comparison)) if (one) gathered.add(one);
  const { ids, isInside } = gathered.columns();
  parentPort!.postMessage({ ids, isInside }, [ids.buffer, isInside.buffer]);
});
