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

/** What a link names where the newest captures are shown: their date, or nothing, so that it follows later ones. */
export type LinkDate = 'shown' | 'newest';

/** The shared view, in its state when the dialog opened. */
export interface ShareView {
  readonly site: { readonly id: number; readonly name: string };
  /** Layers of the site that this person sees. */
  readonly layers: readonly ModelType[];
  /** The parts that the view has; the camera is always one of them. */
  readonly parts: readonly SharePart[];
  /** A screen shows the newest captures, so that a link can name their date or follow later ones. */
  readonly showsNewest: boolean;
  /** The query of its address with some of its parts; it names the dates that are shown, unless it follows the newest. */
  query(parts: ReadonlySet<SharePartKey>, date?: LinkDate): string;
}

/** The address of the main view with this query. */
export const viewUrl = (query: string): string => new URL(`/?${query}`, location.href).href;
