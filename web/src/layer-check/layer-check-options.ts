import type { LayerCheck } from '@overlook/shared/config';
import type { FormatKind } from '@overlook/embed/layers/formats/format-definition';

/** A format as its manifest offers it, and a file of it. */
export interface FormatToCheck {
  readonly kind: FormatKind;
  /** Null where there is none. */
  readonly sample: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> } | null;
}

export interface LayerCheckOptions {
  /** Of its manifest. */
  readonly id: string;
  /** What relative addresses of its data are relative to. */
  readonly baseUrl: string;
  /** Messages of what was thrown outside of the viewer's calls since it was asked before. */
  readonly takeEscaped: () => readonly string[];
  /** Timers and connections that are open. */
  readonly openHandles: () => number;
  /** Whether there is an answer for an address: it is one of the folder, or an answer was given. */
  readonly canBeAsked: (url: string) => boolean;
  /** The format in its manifest, if it is one. */
  readonly format?: FormatToCheck;
  /** A check begins; the ones before it are done. */
  readonly onBegin?: (check: LayerCheck['check'], done: readonly LayerCheck[]) => void;
}
