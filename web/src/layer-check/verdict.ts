import type { LayerCheck } from '@overlook/shared/config';

/** The outcome of a check; the detail is a sentence without its full stop. */
export type Verdict = Pick<LayerCheck, 'outcome' | 'detail'>;

export const pass = (detail: string): Verdict => ({ outcome: 'pass', detail });
export const fail = (detail: string): Verdict => ({ outcome: 'fail', detail });
export const skip = (detail: string): Verdict => ({ outcome: 'skip', detail });

/** "1 layer", "2 layers". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** What only a page has. Messages of deck.gl begin with the name of the layer. */
const OF_PAGES =
  /\b(document|window|OffscreenCanvas|Image|ImageData|HTML\w+|localStorage|sessionStorage|createImageBitmap|DOMParser|Path2D|requestAnimationFrame|location|navigator|matchMedia|(?:add|remove)EventListener|ResizeObserver|MutationObserver) is not defined/;

/** The verdict on something that threw: what a page would have is no fault of the layer. */
export function thrown(message: string): Verdict {
  const missing = OF_PAGES.exec(message)?.[1];
  return missing ? skip(`needs a page: there is no ${missing} here`) : fail(message);
}
