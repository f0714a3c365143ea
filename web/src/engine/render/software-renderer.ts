/** What the page draws with. */
interface Renderer {
  hasWebGl2: boolean;
  /** As the driver calls itself; empty where it does not say. */
  name: string;
}

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
 * True when WebGL runs on the processor (SwiftShader, llvmpipe and their kin): smoothing edges then costs several times
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
    const worker = new Worker(new URL('./renderer-worker.ts', import.meta.url), { type: 'module' });
    const end = (settle: () => void) => {
      worker.terminate();
      settle();
    };
    worker.addEventListener('message', ({ data }: MessageEvent<Renderer>) => end(() => resolve(data)));
    worker.addEventListener('error', () => end(() => reject(new Error('The worker has no WebGL 2.'))));
  });
}

const askHere = (): Renderer => describeRenderer(document.createElement('canvas'));

/** Makes a context on a canvas and gives it back at once: a page holds only so many. */
export function describeRenderer(canvas: HTMLCanvasElement | OffscreenCanvas): Renderer {
  const gl = canvas.getContext('webgl2') as WebGL2RenderingContext | null;
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = info ? String(gl!.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return { hasWebGl2: gl !== null, name };
}
