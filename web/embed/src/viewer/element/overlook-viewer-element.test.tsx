import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Stage } from '@overlook/engine';
import { SiteStage } from '@overlook/engine/testing/stage';
import { WAIT } from '@overlook/engine/testing/wait';
import { type Answers, fetchOf, json, opening, SERVER } from '../connection/testing/answers.ts';
import '../overlook-viewer.ts';
import type { OverlookViewerElement } from './overlook-viewer-element.ts';

const VISIT = {
  visitorToken: 'visitor.a',
  expiresAt: '2999-01-01T00:00:00.000Z',
  kind: 'embed',
  siteId: 1,
  siteSlug: 'plant',
  origins: [],
  permissions: ['VIEW:TEXTURED'],
  controls: [],
  view: null,
};

/** A stage without graphics, which happy-dom does not have. */
function aStage() {
  const destroy = vi.fn();
  const stage = {
    update: () => undefined,
    setSite: () => undefined,
    state: () => ({}),
    progress: () => ({ settled: false }),
    on: () => () => undefined,
    destroy,
  };
  // Nothing else of it is called.
  return { stage: stage as unknown as Stage, destroy };
}

/** Reads no tiles. */
class StillWorker extends EventTarget {
  postMessage = () => undefined;
  terminate = () => undefined;
}

let finishStart: (stage: Stage) => void;
/** Those that ask for their graphics. */
let waiting: SiteStage[] = [];
let element: OverlookViewerElement;

// happy-dom has neither the part of an element, only its attribute, nor the fonts of the page.
beforeAll(() => {
  const part = {
    configurable: true,
    get(this: Element) {
      return { add: (name: string) => this.setAttribute('part', name) };
    },
  };
  Object.defineProperty(Element.prototype, 'part', part);
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
});
afterAll(() => {
  Reflect.deleteProperty(Element.prototype, 'part');
  Reflect.deleteProperty(document, 'fonts');
});

beforeEach(() => {
  const answers: Answers = { ...opening(), '/api/view_grants/open': [json(VISIT)] };
  vi.stubGlobal(
    'fetch',
    fetchOf(() => answers, []),
  );
  const started = new Promise<Stage>((resolve) => (finishStart = resolve));
  vi.stubGlobal('Worker', StillWorker);
  vi.spyOn(SiteStage.prototype, 'start').mockImplementation(function (this: SiteStage) {
    waiting.push(this);
    return started as Promise<SiteStage>;
  });
  element = document.createElement('overlook-viewer') as OverlookViewerElement;
  Object.assign(element, { server: SERVER, token: 'secret', controls: 'none' });
});
afterEach(() => {
  element.remove();
  for (const stage of waiting) stage.destroy();
  waiting = [];
  vi.restoreAllMocks();
});

const labels = () =>
  [...element.shadowRoot!.querySelectorAll('.controls button')].map((button) => button.getAttribute('aria-label'));

it('controls that are chosen while others load replace them', async () => {
  const isReady = vi.fn(() => {
    element.controls = 'home';
  });
  element.addEventListener('overlook-ready', isReady);
  document.body.append(element);
  finishStart(aStage().stage);
  await vi.waitFor(() => expect(isReady).toHaveBeenCalledOnce(), WAIT);
  await vi.waitFor(() => expect(labels()).toContain('Home'), WAIT);
  element.controls = 'zoom';
  await vi.waitFor(() => expect(labels()).toContain('Zoom in'), WAIT);
  expect(labels()).toEqual(['Zoom in', 'Zoom out']);
});

it('a stage that is created after its element was removed is destroyed', async () => {
  document.body.append(element);
  await vi.waitFor(() => expect(waiting).toHaveLength(1), WAIT);
  element.remove();
  const { stage, destroy } = aStage();
  finishStart(stage);
  await vi.waitFor(() => expect(destroy).toHaveBeenCalledOnce(), WAIT);
  expect(element.api).toBeNull();
});
