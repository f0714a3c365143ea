import { watchedFetch } from './watched-fetch.ts';

/** How the build of this page relates to the one that the server offers. */
export type BuildComparison = 'same' | 'replaced' | 'unknown';

/**
 * Compares this page's build with the server's: 'same', 'replaced' after an upgrade (its chunks
 * have other names then), or 'unknown' when the server does not answer.
 */
export async function compareBuild(): Promise<BuildComparison> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src');
  try {
    const response = await watchedFetch('/', { cache: 'no-store' });
    if (!response.ok || !entry) return 'unknown';
    return (await response.text()).includes(entry) ? 'same' : 'replaced';
  } catch {
    return 'unknown'; // the watched fetch has reported it
  }
}
