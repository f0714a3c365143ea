import { runLimited } from '../../process/limited-process.ts';
import type { FitRequest, SceneFit } from './fit-scenes.ts';

/** A fit takes 0.5 GB; the rest is for tiles that are large. */
const MEMORY_MB = 2048;

/** `fitScenes` in a process of its own, which blocks no other request. Throws as `runLimited` does. */
export const fitInProcess = (request: FitRequest, signal: AbortSignal): Promise<SceneFit> =>
  runLimited<SceneFit, null>({ worker: 'fit-worker', base: import.meta.url }, request, { memoryMb: MEMORY_MB, signal });
