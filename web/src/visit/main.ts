import '../styles/fonts.css';
import '@overlook/embed/styles/tokens.css';
import '@overlook/embed/styles/layout.css';
import '../styles/base.css';
import './visit.css';
import { unknownVisit, type VisitListener, VisitPage } from './visit-page.ts';
import { bridgedApi } from '@overlook/embed/viewer/bridged-api';
import { FrameBridge } from '@overlook/embed/viewer/frame-bridge';

/** It is imported by its address at run time, because it is from another build, as for pages of other people. */
const VIEWER = '/embed/v1/overlook-viewer.js';

const place = document.getElementById('visit');
if (!place) throw new Error('visit.html has no element with the id "visit".');
const address = visitAddress(location.pathname);
if (!address) place.replaceChildren(unknownVisit());
else {
  const page = new VisitPage(place, address.secret, address.kind === 'embed' ? frameListener() : null);
  page.wait();
  import(/* @vite-ignore */ VIEWER).then(
    () => page.open(),
    (error: unknown) => {
      console.error(error);
      page.lost();
    },
  );
}

/** Ties the page to the host page around its frame (docs/embedding/iframe.md). */
function frameListener(): VisitListener {
  const bridge = new FrameBridge(window);
  return {
    onReady: (api, origins) => bridge.open(bridgedApi(api), origins),
    onFailure: ({ reason, message }) => bridge.fail(reason, message),
  };
}

/** The meaning of the page's address: a public link, or the content of a frame, and the secret of its view grant. */
interface VisitAddress {
  readonly kind: 'view' | 'embed';
  readonly secret: string;
}

/** Null for the address of another page. */
function visitAddress(path: string): VisitAddress | null {
  const [, kind, secret] = /^\/(view|embed)\/([\w-]+)\/?$/.exec(path) ?? [];
  return secret === undefined ? null : { kind: kind as VisitAddress['kind'], secret };
}
