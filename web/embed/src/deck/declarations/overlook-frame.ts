/** Declarations of `/embed/v1/overlook-frame.js`: the client of a view in a frame (docs/embedding/iframe.md). */
import type { OverlookViewerApi } from '../../viewer/api/viewer-api.ts';

/** The same methods and values, each returning a promise. `on` and groups of methods keep their form. */
export type Remote<Api> = {
  readonly [Name in keyof Api]: Name extends 'on'
    ? Api[Name]
    : Api[Name] extends (...args: never[]) => unknown
      ? (...args: Parameters<Api[Name]>) => Promise<Awaited<ReturnType<Api[Name]>>>
      : Api[Name] extends object
        ? Remote<Api[Name]>
        : () => Promise<Api[Name]>;
};

/** Added layers are missing, because they are code, which cannot be cloned. */
export type OverlookFrameApi = Remote<Omit<OverlookViewerApi, 'added'>> & {
  /** Ends the connection and rejects pending calls. The frame stays. */
  disconnect(): void;
};

/** The reason why a view did not open, or the error of a call. */
export declare class OverlookFrameError extends Error {
  constructor(code: string, message: string);
  override readonly name: 'OverlookFrameError';
  /** The reason of the view, `FAILED`, `TIMEOUT` or `DISCONNECTED`. */
  readonly code: string;
}

/** Connects to the view in a frame. Rejects with {@link OverlookFrameError} if it does not open. */
export declare function connectOverlook(
  frame: HTMLIFrameElement,
  options?: { readonly timeoutMs?: number },
): Promise<OverlookFrameApi>;
