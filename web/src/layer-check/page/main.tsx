/** The page in which `overlook layer check` draws a layer and shows its panel, with the parts of the product that do so. */
import '@overlook/embed/styles/tokens.css';
import '@overlook/embed/styles/layout.css';
import '../../styles/base.css';
import '../../styles/stage.css';
import { Shader } from '@luma.gl/core';
import { createRoot } from 'react-dom/client';
import type { LayerOffer, Site } from '@overlook/shared/schemas';
import { showLayersOnStages } from '../../features/viewer/layers/layers-on-stage.ts';
import { createStage, type Stage } from '@overlook/engine';
import { LayersPanel } from '../../features/viewer/layers/layers-panel.tsx';
import { stageOpened } from '../../state/screens.ts';
import { layers, openLayers, revealLayer, setLayerVisible } from '../../state/layers.ts';
import { fail, pass, skip, type Verdict } from '../verdict.ts';
import { axeProblems } from './axe-problems.ts';
import { CHECK_SITE, ORIGIN } from '../check-site.ts';
import { watchShaders } from './shader-watch.ts';

interface CheckedLayer {
  readonly id: string;
  readonly title: string;
  /** Addresses on this origin. */
  readonly moduleUrl: string;
  readonly baseUrl: string;
}

declare global {
  interface Window {
    /** Draws a layer and shows its panel. Called once. */
    drawLayer(layer: CheckedLayer): Promise<Verdict>;
    /** Looks at the page as it is. */
    checkPanel(): Promise<Verdict>;
  }
}

/** A source that gives nothing for so long counts as failed. */
const DATA_WITHIN_MS = 15_000;
/** Of the section volume that it is drawn with, metres. */
const SECTION_SIZE: [number, number, number] = [2000, 2000, 2000];

const shaders = watchShaders();
// luma.gl shows its log of a failed shader over the page, where axe would look at it.
Shader.prototype.debugShader = () => Promise.resolve();
answerFromFolder();

/** What is asked of other servers is answered by the one of this page: there is no network. */
function answerFromFolder(): void {
  const own = window.fetch;
  window.fetch = (input, init) => {
    const request = new Request(input, init);
    const isHere = new URL(request.url).origin === location.origin;
    return isHere ? own(request) : own('/answer', { headers: request.headers, signal: request.signal });
  };
}

async function drawLayer(layer: CheckedLayer): Promise<Verdict> {
  const stage = await createStage({
    container: document.getElementById('stage')!,
    fetchHeaders: () => ({}),
    reducedMotion: () => true,
  });
  stage.setSite({ origin: ORIGIN, homePose: null, layers: [] });
  stageOpened(0, stage);
  await stage.idle();
  const before = { programs: shaders.programs(), draws: shaders.draws() };
  show(layer);
  await loaded();
  const failure = await drawn(stage);
  if (shaders.problems.length > 0) return fail(shaders.problems.join('; '));
  if (failure) return fail(failure);
  if (shaders.programs() === before.programs || shaders.draws() === before.draws) return skip('it draws nothing');
  return pass('its shaders compile and it is drawn, with and without the section');
}

function show({ id, title, moduleUrl, baseUrl }: CheckedLayer): void {
  // Nothing else of a site is read.
  const site = { ...CHECK_SITE, data: { meta: { origin: ORIGIN } } } as unknown as Site;
  showLayersOnStages(site);
  const offer: LayerOffer = {
    id,
    title,
    siteIds: [site.id],
    baseUrl,
    moduleUrl,
    icon: null,
    gallery: null,
    options: {},
  };
  openLayers(site.id, [offer]);
  revealLayer(id);
  createRoot(document.getElementById('panel')!).render(
    <LayersPanel
      status="ready"
      onRetry={() => undefined}
      model={null}
      files={{ onGo: () => undefined, onFlyTo: () => undefined, fileOf: () => null }}
      onClose={() => undefined}
    />,
  );
  setLayerVisible(id, true);
}

const row = () => layers.rows[0]!;
const isWaiting = () => !row().failure && row().report?.status !== 'ready';

async function loaded(): Promise<void> {
  const untilMs = performance.now() + DATA_WITHIN_MS;
  while (isWaiting() && performance.now() < untilMs) await nextFrame();
}

/** Draws it, and again with a section volume, which adds its own code to the shaders. Answers why it has failed, or null. */
async function drawn(stage: Stage): Promise<string | null> {
  if (isWaiting()) return 'its source gives nothing';
  const box = { centerEcef: stage.pose().position, size: SECTION_SIZE, headingRad: 0 };
  for (const section of [null, { box, planes: [] }]) {
    stage.update({ section });
    // What deck.gl makes of a layer is drawn in the next picture.
    for (let i = 0; i < 4; i++) await nextFrame();
    await stage.idle();
  }
  return row().failure?.message ?? null;
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

async function checkPanel(): Promise<Verdict> {
  const problems = await axeProblems();
  return problems.length > 0 ? fail(problems.join('; ')) : pass('axe finds nothing serious');
}

Object.assign(window, { drawLayer, checkPanel });
