import { lazyPart } from '../../../../parts/lazy-part/lazy-part.tsx';

/** The controls by the compass, whose code is loaded after the first picture. */
export const ViewControls = lazyPart(async () => (await import('./view-controls.tsx')).ViewControls, {
  isSilent: true,
});
