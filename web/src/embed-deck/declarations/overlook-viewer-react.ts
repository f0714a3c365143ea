/** Declarations of `/embed/v1/overlook-viewer-react.js`: the element as a React component (docs/embedding/element.md). */
import type { CSSProperties, ForwardRefExoticComponent, RefAttributes } from 'react';
import type {
  LayerName,
  OverlookViewer as OverlookViewerElement,
  OverlookViewerApi,
  QualityName,
  ViewerEvents,
} from '../../embed/api/viewer-api.ts';

/** Called with the detail of the element's event. */
type Callbacks = { [K in keyof ViewerEvents as `on${Capitalize<K>}`]?: (detail: ViewerEvents[K]) => void };

export interface OverlookViewerProps extends Callbacks {
  /** The secret of an embed. */
  token: string;
  /** Slug of the expected site; another site is an error. */
  site?: string;
  layer?: LayerName;
  /** URL of a view, or its query. */
  view?: string;
  quality?: QualityName;
  /** Names of the visible controls, or "none". */
  controls?: string;
  password?: string;
  id?: string;
  className?: string;
  style?: CSSProperties;
  onReady?: (api: OverlookViewerApi) => void;
}

export declare const OverlookViewer: ForwardRefExoticComponent<
  OverlookViewerProps & RefAttributes<OverlookViewerElement>
>;
