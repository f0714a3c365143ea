/** Declarations of `/embed/v1/overlook-frame.js`: the client of a view in a frame (docs/embedding/iframe.md). */
import type { OverlookViewerApi } from '../../embed/api/viewer-api.ts';

/** The same methods, each with a promise of its value; so has a plain value. `on` and groups of methods stay what they are. */
export type Remote<Api> = {
  readonly [Name in keyof Api]: Name extends 'on'
    ? Api[Name]
    : Api[Name] extends (...args: never[]) => unknown
      ? (...args: Parameters<Api[Name]>) => Promise<Awaited<ReturnType<Api[Name]>>>
      : Api[Name] extends object
        ? Remote<Api[Name]>
        : () => Promise<Api[Name]>;
};

/** Layers of the page itself are code, which no message can carry. */
export type OverlookFrameApi = Remote<Omit<OverlookViewerApi, 'added'>> & {
  /** Ends the connection; calls that wait are rejected. The frame stays. */
  disconnect(): void;
};

/** Why a view did not open, or what it answered instead of a value. */
export declare class OverlookFrameError extends Error {
  constructor(code: string, message: string);
  override readonly name: 'OverlookFrameError';
  /** The reason of the view, `FAILED`, `TIMEOUT` or `DISCONNECTED`. */
  readonly code: string;
}

/** Connects to the view in a frame. Rejects with {@link OverlookFrameError} where it does not open. */
export declare function connectOverlook(
  frame: HTMLIFrameElement,
  options?: { readonly timeoutMs?: number },
): Promise<OverlookFrameApi>;
