/** Checks of the errors and resources of a layer: after invalid responses of its source, and after it is switched off. */
import type { AnyLayer } from '@overlook/embed/layers/layer-definition';
import type { LayerCheckOptions } from './layer-check-options.ts';
import { LayerRun } from './layer-run.ts';
import { fail, pass, skip, type Verdict } from './verdict.ts';

/** Answers of a server that people meet: a refusal, an empty file, data of another kind. */
const BAD_ANSWERS: readonly (readonly [what: string, make: () => Response])[] = [
  ['a refusal', () => new Response('', { status: 403 })],
  ['an empty file', () => new Response('')],
  ['null', () => new Response('null')],
  ['an empty list', () => new Response('[]')],
  ['an empty object', () => new Response('{}')],
];

/** What a layer may start that ends a little later. */
const SETTLED_WITHIN_MS = 50;
const later = () => new Promise((resolve) => setTimeout(resolve, SETTLED_WITHIN_MS));

/** What goes wrong reaches the viewer, which switches the layer off; no error is left uncaught. */
export async function failuresCheck(layer: AnyLayer, { baseUrl, takeEscaped }: LayerCheckOptions): Promise<Verdict> {
  const before = takeEscaped();
  if (before.length > 0) return fail(`thrown outside of the viewer's calls: ${before[0]}`);
  const ask = globalThis.fetch;
  try {
    for (const [what, make] of BAD_ANSWERS) {
      globalThis.fetch = async () => make();
      const run = new LayerRun(layer, baseUrl);
      await run.show();
      run.destroy();
      await later();
      const [escaped] = takeEscaped();
      if (escaped !== undefined) return fail(`after ${what}, thrown outside of the viewer's calls: ${escaped}`);
    }
  } finally {
    globalThis.fetch = ask;
  }
  return pass('no invalid response causes an uncaught error');
}

/** Times that it is switched on and off. */
const ROUNDS = 4;

/** When it is switched off, no GPU resource, timer or connection is left. */
export async function releaseCheck(layer: AnyLayer, options: LayerCheckOptions): Promise<Verdict> {
  const run = new LayerRun(layer, options.baseUrl);
  const left: { gpu: number; handles: number }[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    await run.show();
    if (run.failure) return skip('it fails when it is shown');
    await run.hide();
    await later();
    left.push({ gpu: run.gpuObjects(), handles: options.openHandles() });
  }
  run.destroy();
  // What the first rounds have made may be kept for all layers of the page: programs, for example.
  const [before, after] = [left[1]!, left.at(-1)!];
  const rounds = ROUNDS - 2;
  if (after.gpu > before.gpu) return fail(`${after.gpu - before.gpu} objects stay on the GPU after ${rounds} rounds`);
  if (after.handles > before.handles)
    return fail(`${after.handles - before.handles} timers or connections stay open after ${rounds} rounds`);
  const [escaped] = options.takeEscaped();
  return escaped === undefined ? pass('nothing is left when it is switched off') : fail(`thrown after it: ${escaped}`);
}
