// The default export is the bundler's: the address of the worker as it is built.
// oxlint-disable-next-line import/default
import rendererWorkerFile from './renderer-worker.ts?worker&url';
import { workerAddress } from '../content/worker-address.ts';
import { describeRenderer, type Renderer } from './describe-renderer.ts';

let asked: Promise<Renderer> | null = null;
let answer: Renderer | null = null;

/**
 * Whether the browser offers WebGL 2. Asked once for the page, in a worker: the first context wakes the process that draws,
 * which takes longer than a frame.
 */
export async function hasWebGl2(): Promise<boolean> {
  asked ??= askInWorker().catch(askHere);
  answer = await asked;
  return answer.hasWebGl2;
}

/**
 * True when WebGL runs on the processor (SwiftShader, llvmpipe and similar): smoothing edges then costs several times
 * what the picture does. Waits for the driver unless {@link hasWebGl2} has answered before.
 */
export function rendersInSoftware(): boolean {
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(rendererName());
}

/** The GPU as its driver calls itself; empty where that is hidden. Waits for the driver as {@link rendersInSoftware} does. */
export function rendererName(): string {
  answer ??= askHere();
  return answer.name;
}

/** Rejects where workers have no canvas. */
function askInWorker(): Promise<Renderer> {
  return new Promise<Renderer>((resolve, reject) => {
    const worker = new Worker(workerAddress(rendererWorkerFile), { type: 'module' });
    const end = (settle: () => void) => {
      worker.terminate();
      settle();
    };
    worker.addEventListener('message', ({ data }: MessageEvent<Renderer>) => end(() => resolve(data)));
    worker.addEventListener('error', () => end(() => reject(new Error('The worker has no WebGL 2.'))));
  });
}

const askHere = (): Renderer => describeRenderer(document.createElement('canvas'));
