import type { OverlookViewerApi, ViewerEvents } from '../api/viewer-api.ts';
import type { BridgedApi } from './frame-bridge.ts';

const EVENTS: readonly string[] = [
  'camera',
  'rest',
  'layer',
  'moment',
  'click',
  'select',
  'section',
  'measure',
  'tool',
  'progress',
  'settled',
  'error',
] satisfies (keyof ViewerEvents)[];

type Method = BridgedApi['methods'][string];

function methodsOf(group: object, path = ''): [name: string, method: Method][] {
  return Object.entries(group).flatMap(([key, value]): [string, Method][] => {
    const name = path + key;
    // A handler cannot be cloned: events are subscribed to by message.
    if (name === 'on') return [];
    if (typeof value === 'function') return [[name, value as Method]];
    if (typeof value === 'object' && value !== null) return methodsOf(value as object, `${name}.`);
    return [[name, () => value as unknown]];
  });
}

/** The viewer's API for calls by message: `camera.pose`, `layers.show` …; a value becomes a method without arguments. */
export const bridgedApi = ({ added: _, ...api }: OverlookViewerApi): BridgedApi => ({
  // Layers are code, which cannot be cloned.
  methods: Object.fromEntries(methodsOf(api)),
  events: EVENTS,
  on: (event, handler) => api.on(event as keyof ViewerEvents, handler),
});
