import type { ModelType } from '@overlook/shared/config';

/** The parts of a view that a link may have besides its site. */
export type SharePartKey = 'camera' | 'section' | 'profile' | 'results' | 'objects' | 'addedLayers';

export interface SharePart {
  readonly key: SharePartKey;
  /** "2 measurements" */
  readonly title: string;
  /** "39.17 m and 148.3°" */
  readonly detail: string;
}

/** The shared view, in its state when the dialog opened. */
export interface ShareView {
  readonly site: { readonly id: number; readonly name: string };
  /** Layers of the site that this person sees. */
  readonly layers: readonly ModelType[];
  /** The parts that the view has; the camera is always one of them. */
  readonly parts: readonly SharePart[];
  /** The query of its address with some of its parts. */
  query(parts: ReadonlySet<SharePartKey>): string;
}

/** The address of the main view with this query. */
export const viewUrl = (query: string): string => new URL(`/?${query}`, location.href).href;
