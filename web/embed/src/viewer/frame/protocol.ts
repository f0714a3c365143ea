/**
 * Messages between a host page and the viewer in its frame (docs/embedding/iframe.md). Each side sends only to the exact origin
 * of the other side, and accepts messages only from its window. Values must be supported by the structured clone algorithm.
 */

/** Value of `overlook` in each message: another number is another protocol. */
const FRAME_PROTOCOL = 1;

/** Messages from the host. `id` is chosen by the host and repeated in the answer. */
export type HostMessage =
  | { readonly overlook: 1; readonly type: 'hello' }
  | {
      readonly overlook: 1;
      readonly type: 'call';
      readonly id: number;
      readonly method: string;
      readonly args: unknown[];
    }
  | { readonly overlook: 1; readonly type: 'subscribe' | 'unsubscribe'; readonly id: number; readonly event: string };

export interface FrameError {
  readonly code: 'UNKNOWN_METHOD' | 'UNKNOWN_EVENT' | 'FAILED';
  readonly message: string;
}

/** Messages from the frame: `ready` answers `hello` once the viewer has opened, `failed` if it cannot open. */
export type FrameMessage =
  | {
      readonly overlook: 1;
      readonly type: 'ready';
      readonly methods: readonly string[];
      readonly events: readonly string[];
    }
  | { readonly overlook: 1; readonly type: 'failed'; readonly code: string; readonly message: string }
  | { readonly overlook: 1; readonly type: 'result'; readonly id: number; readonly value: unknown }
  | { readonly overlook: 1; readonly type: 'error'; readonly id: number; readonly error: FrameError }
  | { readonly overlook: 1; readonly type: 'event'; readonly event: string; readonly detail: unknown };

/** Maximum length of a method or event name, and maximum number of arguments; a longer message is ignored. */
const NAME_LONGEST = 64;
const ARGS_MOST = 8;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= NAME_LONGEST;
const isId = (value: unknown): value is number => Number.isSafeInteger(value);
const isOurs = (data: unknown): data is Readonly<Record<string, unknown>> =>
  isRecord(data) && data['overlook'] === FRAME_PROTOCOL;

/** Returns a valid message of the host; null for anything else. */
export function readHostMessage(data: unknown): HostMessage | null {
  if (!isOurs(data)) return null;
  const { type, id, method, args, event } = data;
  if (type === 'hello') return { overlook: 1, type };
  if (!isId(id)) return null;
  if (type === 'call' && isName(method) && Array.isArray(args) && args.length <= ARGS_MOST)
    return { overlook: 1, type, id, method, args };
  if ((type === 'subscribe' || type === 'unsubscribe') && isName(event)) return { overlook: 1, type, id, event };
  return null;
}
