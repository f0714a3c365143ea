/** `<overlook-viewer>` as a React component: attributes are props, events are callbacks, `ref` is the element. */
import {
  createElement,
  type CSSProperties,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import type {
  LayerName,
  OverlookViewer as ViewerElement,
  OverlookViewerApi,
  QualityName,
  ViewerEvents,
} from '../../viewer/api/viewer-api.ts';
import { loadOverlookViewer } from '../load-overlook-viewer.ts';
import { useNewest } from './use-newest.ts';

/** Called with the detail of the element's event. */
type Callbacks = { [K in keyof ViewerEvents as `on${Capitalize<K>}`]?: (detail: ViewerEvents[K]) => void };

export interface OverlookViewerProps extends Callbacks {
  /** Address of the Overlook server, `https://overlook.example`. Default: the server from which this module was loaded. */
  server?: string;
  /** The secret of an embed. */
  token: string;
  /** Slug of the expected site; another site is an error. */
  site?: string;
  /** The shown layer. A change shows another layer; `onLayer` reports the layer that the user selects. */
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
  /** Password of the view, if it has one. Without it, `onError` receives `passwordWanted`. */
  password?: string;
  id?: string;
  className?: string;
  style?: CSSProperties;
  /** The view is open. */
  onReady?: (api: OverlookViewerApi) => void;
}

const EVENTS = {
  ready: 'onReady',
  camera: 'onCamera',
  rest: 'onRest',
  layer: 'onLayer',
  moment: 'onMoment',
  click: 'onClick',
  select: 'onSelect',
  section: 'onSection',
  measure: 'onMeasure',
  tool: 'onTool',
  added: 'onAdded',
  progress: 'onProgress',
  settled: 'onSettled',
  error: 'onError',
} as const satisfies Record<string, keyof OverlookViewerProps>;

/** The element, whose `api` is the programming interface. It ends when the component unmounts. */
export const OverlookViewer = forwardRef<ViewerElement, OverlookViewerProps>(function OverlookViewer(props, ref) {
  const { server, token, site, layer, view, quality, controls, gestures, theme, id, className, style } = props;
  const element = useRef<ViewerElement>(null);
  const newest = useNewest(props);
  useImperativeHandle(ref, () => element.current!, []);
  // Runs before the element can start, which happens after the task in which React inserts it.
  useLayoutEffect(() => {
    const listening = new AbortController();
    for (const [event, callback] of Object.entries(EVENTS))
      element.current!.addEventListener(
        `overlook-${event}`,
        ({ detail }: CustomEventInit) => {
          const { password } = newest.current;
          if (detail?.reason === 'passwordWanted' && password !== undefined) element.current!.openWith(password);
          else (newest.current[callback] as ((value: unknown) => void) | undefined)?.(detail);
        },
        { signal: listening.signal },
      );
    return () => listening.abort();
  }, [newest]);
  useEffect(() => {
    let isGone = false;
    loadOverlookViewer(server).catch((error: unknown) => {
      if (isGone) return;
      const reason = error instanceof RangeError ? 'attribute' : 'unreachable';
      newest.current.onError?.({ reason, message: (error as Error).message });
    });
    return () => {
      isGone = true;
    };
  }, [server, newest]);
  const attributes = {
    server,
    token,
    site,
    layer,
    view,
    quality,
    controls,
    gestures,
    theme,
    id,
    class: className,
    style,
  };
  return createElement('overlook-viewer', { ...attributes, ref: element });
});
