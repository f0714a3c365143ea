// The bundler provides the default export: the URL of the built worker.
// oxlint-disable-next-line import/default
import rendererWorkerFile from './renderer-worker.ts?worker&url';
import { workerAddress } from '../content/worker-address.ts';
import { describeRenderer, type Renderer } from './describe-renderer.ts';

let asked: Promise<Renderer> | null = null;
let answer: Renderer | null = null;

/**
 * Whether the browser supports WebGL 2. Queried once for each page, in a worker: the first context starts the GPU process, which
 * takes longer than a frame.
 */
export async function hasWebGl2(): Promise<boolean> {
  asked ??= askInWorker().catch(askHere);
  answer = await asked;
  return answer.hasWebGl2;
}

/**
 * Returns true if WebGL runs on the CPU (SwiftShader, llvmpipe and similar): antialiasing then costs several times as much as the
 * frame itself. Waits for the driver unless {@link hasWebGl2} has resolved before.
 */
export function rendersInSoftware(): boolean {
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(rendererName());
}

/**
 * Returns the renderer string of the driver; empty if the browser hides it. Waits for the driver as {@link rendersInSoftware}
 * does.
 */
export function rendererName(): string {
  answer ??= askHere();
  return answer.name;
}

/** Rejects if workers have no OffscreenCanvas with WebGL 2. */
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
