import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Stage, StagePatch, StageSite } from '@overlook/engine';
import { SiteStage } from '@overlook/engine/testing/stage';
import { WAIT } from '@overlook/engine/testing/wait';
import { aCapture } from '@overlook/shared/schemas/testing';
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
  let state: StagePatch & { site?: StageSite } = { layerId: null };
  const stage = {
    update: (patch: StagePatch) => void (state = { ...state, ...patch }),
    setSite: (site: StageSite) => void (state = { ...state, site }),
    state: () => state,
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
let answers: Answers;
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
  answers = { ...opening(), '/api/view_grants/open': [json(VISIT)] };
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

it('a view that names a date shows the capture of it, on both sides of a swipe', async () => {
  const captures = [
    aCapture(1, 1, '2026-01-10'),
    aCapture(2, 3, '2026-03-14'),
    aCapture(3, 3, '2026-09-26', { isCurrent: true }),
  ];
  answers['/api/captures/1'] = [json({ captures })];
  element.view = 'https://overlook.example/?v=1&site=plant&layers=3&at=2026-03-14&swipe=3,50,0,2026-09-26';
  const shown = vi.fn();
  element.addEventListener('overlook-ready', shown);
  document.body.append(element);
  const { stage } = aStage();
  finishStart(stage);
  await vi.waitFor(() => expect(shown).toHaveBeenCalledOnce(), WAIT);
  expect(element.api!.moment()).toBe('2026-03-14');
  const url = (date: string) => `${SERVER}/files/3/${date}/tileset.json`;
  expect(stage.state()).toMatchObject({
    layerId: 3,
    capture: { takenOn: '2026-03-14', url: url('2026-03-14') },
    swipe: { secondLayerId: 3, secondCapture: { url: url('2026-09-26') } },
  });
});
