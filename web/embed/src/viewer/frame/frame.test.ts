import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OverlookViewerApi } from '../api/viewer-api.ts';
import { bridgedApi } from './bridged-api.ts';
import { FrameBridge } from './frame-bridge.ts';
import { connectOverlook, type OverlookFrameError } from './overlook-frame.ts';
import { readHostMessage } from './protocol.ts';

const HOST = 'https://portal.example.com';
const OVERLOOK = 'https://overlook.example.com';
const STRANGER = 'https://stranger.example.com';

interface Sent {
  readonly data: unknown;
  readonly targetOrigin: string;
}

/** A window that delivers messages like a browser: only those for its origin. */
class FakeWindow extends EventTarget {
  parent: FakeWindow = this;
  readonly sent: Sent[] = [];

  constructor(readonly origin: string) {
    super();
  }

  /** The messages that a window of `from` posts to this window. */
  receive(data: unknown, from: FakeWindow, targetOrigin = this.origin): void {
    this.sent.push({ data, targetOrigin });
    if (targetOrigin !== this.origin) return;
    const copy: unknown = structuredClone(data);
    this.dispatchEvent(
      Object.assign(new Event('message'), { data: copy, origin: from.origin, source: this.seen(from) }),
    );
  }

  /** Another window as seen from this one: its `postMessage` knows the caller. */
  seen(other: FakeWindow): object {
    const known = this.views.get(other) ?? {
      postMessage: (data: unknown, targetOrigin: string) => other.receive(data, this, targetOrigin),
    };
    this.views.set(other, known);
    return known;
  }

  private readonly views = new Map<FakeWindow, object>();
}

/** The window in the frame, with its parent as the bridge sees it. */
const inFrame = (frame: FakeWindow, host: FakeWindow) =>
  ({
    parent: frame.seen(host),
    addEventListener: frame.addEventListener.bind(frame),
    removeEventListener: frame.removeEventListener.bind(frame),
  }) as unknown as Window;

const anApi = () => {
  const handlers = new Map<string, (detail: never) => void>();
  const api = {
    version: '1',
    camera: { pose: () => ({ position: [1, 2, 3] }), setPose: vi.fn<(pose: unknown) => void>() },
    layers: {
      show: (name: string) => {
        if (name !== 'textured') throw new RangeError(`There is no layer “${name}” here.`);
      },
    },
    attributions: () => [() => 'not for messages'],
    on: (event: string, handler: (detail: never) => void) => {
      handlers.set(event, handler);
      return () => handlers.delete(event);
    },
  };
  const tell = (event: string, detail: unknown) => handlers.get(event)?.(detail as never);
  return { api: api as unknown as OverlookViewerApi, setPose: api.camera.setPose, tell, handlers };
};

function aPage(hostOrigin = HOST) {
  const host = new FakeWindow(hostOrigin);
  const frame = new FakeWindow(OVERLOOK);
  const bridge = new FrameBridge(inFrame(frame, host));
  vi.stubGlobal('addEventListener', host.addEventListener.bind(host));
  vi.stubGlobal('removeEventListener', host.removeEventListener.bind(host));
  const element = { src: `${OVERLOOK}/embed/secret`, contentWindow: host.seen(frame) } as unknown as HTMLIFrameElement;
  return { host, frame, bridge, element };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a viewer in a frame', () => {
  it('rejects pending and later calls after the frame was removed', async () => {
    vi.useFakeTimers();
    const { bridge, element } = aPage();
    const { api } = anApi();
    bridge.open(bridgedApi(api), [HOST]);
    const connecting = connectOverlook(element);
    await vi.advanceTimersByTimeAsync(1000);
    const remote = await connecting;
    const pending = remote.camera.pose();
    (element as { contentWindow: unknown }).contentWindow = null;
    const rejected = expect(pending).rejects.toMatchObject({ code: 'DISCONNECTED' });
    await vi.advanceTimersByTimeAsync(1000);
    await rejected;
    await expect(remote.version()).rejects.toMatchObject({ code: 'DISCONNECTED' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('answers calls of its host with values, and with an error and its reason for invalid calls', async () => {
    const { bridge, element } = aPage();
    const { api, setPose } = anApi();
    bridge.open(bridgedApi(api), [HOST]);
    const remote = await connectOverlook(element);
    expect(await remote.camera.pose()).toEqual({ position: [1, 2, 3] });
    expect(await remote.version()).toBe('1');
    const pose = { position: [1, 0, 0], direction: [0, 1, 0], up: [0, 0, 1] } as const;
    await remote.camera.setPose(pose, { animate: true });
    expect(setPose).toHaveBeenCalledWith(pose, { animate: true });
    await expect(remote.layers.show('cad')).rejects.toMatchObject({
      code: 'FAILED',
      message: 'There is no layer “cad” here.',
    });
    await expect(remote.attributions()).rejects.toMatchObject({ code: 'FAILED' });
    const unknown = remote as unknown as Record<string, Record<string, () => Promise<unknown>>>;
    await expect(unknown['camera']!['explode']!()).rejects.toMatchObject({ code: 'UNKNOWN_METHOD' });
    await expect(unknown['constructor']!['call']!()).rejects.toMatchObject({ code: 'UNKNOWN_METHOD' });
    remote.disconnect();
  });

  it('sends events while a listener is subscribed', async () => {
    const { bridge, element } = aPage();
    const { api, tell, handlers } = anApi();
    bridge.open(bridgedApi(api), [HOST]);
    const remote = await connectOverlook(element);
    const heard: unknown[] = [];
    const off = [remote.on('layer', (layer) => heard.push(layer)), remote.on('layer', (layer) => heard.push(layer))];
    await vi.waitFor(() => expect(handlers.has('layer')).toBe(true));
    tell('layer', 'points');
    expect(heard).toEqual(['points', 'points']);
    off.forEach((step) => step());
    await vi.waitFor(() => expect(handlers.has('layer')).toBe(false));
    remote.disconnect();
  });

  it('keeps the host waiting until it opens, and reports the reason if it does not', async () => {
    const { bridge, element } = aPage();
    const connecting = connectOverlook(element);
    bridge.fail('withdrawn', 'This view was withdrawn');
    await expect(connecting).rejects.toMatchObject({ code: 'withdrawn', message: 'This view was withdrawn' });
  });

  it('causes a timeout if it never answers', async () => {
    vi.useFakeTimers();
    const { element } = aPage();
    const failure = connectOverlook(element, { timeoutMs: 1000 }).catch((error: OverlookFrameError) => error.code);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await failure).toBe('TIMEOUT');
  });

  it('sends only to its host by its exact origin, and ignores other origins and windows', () => {
    const { host, frame, bridge } = aPage();
    const { api, setPose } = anApi();
    bridge.open(bridgedApi(api), [HOST]);
    const call = { overlook: 1, type: 'call', id: 1, method: 'camera.setPose', args: [{}] };
    const popup = new FakeWindow(HOST);
    frame.receive({ overlook: 1, type: 'hello' }, popup);
    frame.receive(call, popup);
    expect([host.sent, popup.sent]).toEqual([[], []]);
    frame.receive({ overlook: 1, type: 'hello' }, host);
    expect(host.sent.map(({ targetOrigin }) => targetOrigin)).toEqual([HOST]);
    frame.receive({ ...call, args: 'none' }, host);
    frame.receive({ ...call, overlook: 2 }, host);
    frame.receive('hello', host);
    expect(setPose).not.toHaveBeenCalled();
  });

  it('sends nothing to a page whose origin is not in the embed', () => {
    const { host, frame, bridge } = aPage(STRANGER);
    const { api, setPose, handlers } = anApi();
    bridge.open(bridgedApi(api), [HOST]);
    frame.receive({ overlook: 1, type: 'hello' }, host);
    expect(host.sent).toEqual([]);
    frame.receive({ overlook: 1, type: 'call', id: 1, method: 'camera.setPose', args: [{}] }, host);
    frame.receive({ overlook: 1, type: 'subscribe', id: 2, event: 'camera' }, host);
    expect([setPose.mock.calls.length, handlers.size]).toEqual([0, 0]);
  });
});

describe('frame messages', () => {
  it('are validated field by field', () => {
    expect(readHostMessage({ overlook: 1, type: 'hello', more: true })).toEqual({ overlook: 1, type: 'hello' });
    for (const wrong of [
      null,
      [],
      { type: 'hello' },
      { overlook: 1, type: 'call', id: '1', method: 'x', args: [] },
      { overlook: 1, type: 'call', id: 1, method: 'x'.repeat(65), args: [] },
      { overlook: 1, type: 'call', id: 1, method: 'x', args: Array.from({ length: 9 }) },
      { overlook: 1, type: 'subscribe', id: 1 },
    ])
      expect(readHostMessage(wrong)).toBeNull();
  });
});
