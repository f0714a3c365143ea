/** `<overlook-viewer>` as a React component: attributes as props, events as callbacks, the element by `ref`. */
import { EMBED_MESSAGES } from '@overlook/shared/messages';
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
} from '../../embed/api/viewer-api.ts';
import { useNewest } from './use-newest.ts';

/** Called with what the event of the element has as its detail. */
type Callbacks = { [K in keyof ViewerEvents as `on${Capitalize<K>}`]?: (detail: ViewerEvents[K]) => void };

export interface OverlookViewerProps extends Callbacks {
  /** The secret of an embed. */
  token: string;
  /** Slug of the only site that is wanted. */
  site?: string;
  /** The layer at first, and another one when it changes; `onLayer` tells what people choose. */
  layer?: LayerName;
  /** Address of a view, or its query. */
  view?: string;
  quality?: QualityName;
  /** Names of the visible controls, or "none". */
  controls?: string;
  /** Of a view that has one. Where it is absent, `onError` hears `passwordWanted`. */
  password?: string;
  id?: string;
  className?: string;
  style?: CSSProperties;
  /** The view is there. */
  onReady?: (api: OverlookViewerApi) => void;
}

const EVENTS = {
  ready: 'onReady',
  camera: 'onCamera',
  rest: 'onRest',
  layer: 'onLayer',
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

/** Not in the page's bundle, so that all elements of a page share one engine. */
const ELEMENT = new URL('/embed/v1/overlook-viewer.js', import.meta.url).href;

/** The element itself, whose `api` is the programming interface. It ends when the component is unmounted. */
export const OverlookViewer = forwardRef<ViewerElement, OverlookViewerProps>(function OverlookViewer(props, ref) {
  const { token, site, layer, view, quality, controls, id, className, style } = props;
  const element = useRef<ViewerElement>(null);
  const newest = useNewest(props);
  useImperativeHandle(ref, () => element.current!, []);
  // Before the element can have begun: it does so after the task in which React puts it into the page.
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
    import(/* @vite-ignore */ ELEMENT).catch(() => {
      if (isGone) return;
      newest.current.onError?.({ reason: 'unreachable', message: EMBED_MESSAGES['embed.unreachable'] });
    });
    return () => {
      isGone = true;
    };
  }, [newest]);
  const attributes = { token, site, layer, view, quality, controls, id, class: className, style };
  return createElement('overlook-viewer', { ...attributes, ref: element });
});
