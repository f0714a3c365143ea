/** Declarations of `/embed/v1/overlook-viewer-react.js`: the element as a React component (docs/embedding/element.md). */
import type { CSSProperties, DetailedHTMLProps, ForwardRefExoticComponent, HTMLAttributes, RefAttributes } from 'react';
import type {
  LayerName,
  OverlookViewer as OverlookViewerElement,
  OverlookViewerApi,
  QualityName,
  ViewerEvents,
} from '../../viewer/api/viewer-api.ts';

/** Called with the detail of the element's event. */
type Callbacks = { [K in keyof ViewerEvents as `on${Capitalize<K>}`]?: (detail: ViewerEvents[K]) => void };

export interface OverlookViewerProps extends Callbacks {
  /** Address of the Overlook server, `https://overlook.example`. Default: the server from which this module was loaded. */
  server?: string;
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
  /** "cooperative": the wheel and one finger scroll the page. */
  gestures?: 'cooperative';
  /** "light", or "dark" (default). */
  theme?: 'light' | 'dark';
  password?: string;
  id?: string;
  className?: string;
  style?: CSSProperties;
  onReady?: (api: OverlookViewerApi) => void;
}

export declare const OverlookViewer: ForwardRefExoticComponent<
  OverlookViewerProps & RefAttributes<OverlookViewerElement>
>;

/** The events of the element, which React 19 listens to by these names. */
type Listeners = {
  [K in keyof ViewerEvents as `onoverlook-${K}`]?: (event: CustomEvent<ViewerEvents[K]>) => void;
};

/** `<overlook-viewer>` in JSX: properties and events of the element itself. */
export interface OverlookViewerAttributes
  extends DetailedHTMLProps<HTMLAttributes<OverlookViewerElement>, OverlookViewerElement>, Listeners {
  server?: string;
  token?: string;
  site?: string;
  layer?: LayerName;
  view?: string;
  quality?: QualityName;
  controls?: string;
  /** "cooperative": the wheel and one finger scroll the page. */
  gestures?: 'cooperative';
  /** "light", or "dark" (default). */
  theme?: 'light' | 'dark';
  'onoverlook-ready'?: (event: CustomEvent<OverlookViewerApi>) => void;
}

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- the types of React have their JSX in one
  namespace JSX {
    interface IntrinsicElements {
      'overlook-viewer': OverlookViewerAttributes;
    }
  }
}
