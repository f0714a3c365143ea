import '../styles/fonts.css';
import '@overlook/embed/styles/tokens.css';
import '@overlook/embed/styles/layout.css';
import '../styles/base.css';
import './visit.css';
import { frameListener } from './frame-listener.ts';
import { visitAddress } from './visit-address.ts';
import { unknownVisit, VisitPage } from './visit-page.ts';

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
