import { lazyPart } from '../../../../parts/lazy-part/lazy-part.tsx';

/** The controls of a swipe, whose code is loaded after the first picture. */
export const SwipeBar = lazyPart(async () => (await import('./swipe-bar.tsx')).SwipeBar, { isSilent: true });
export const Divider = lazyPart(async () => (await import('./divider.tsx')).Divider, { isSilent: true });
