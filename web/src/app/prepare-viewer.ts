import { emptyKeptModels, startKeeping } from '../api/kept-models.ts';
import { sessionToken } from '../state/session.ts';

/** Addresses of files that never change. */
interface Files {
  modules: string[];
  others: string[];
}

/** As `preloads.json` of the build has it. */
interface PreloadList {
  first: Files;
  later: Files;
}

/**
 * Prepares for a sign-in: {@link preloadCode}, and the service worker, which then is ready for the first visit. Without
 * a session, models of an earlier one are removed, also when signing out could not do that.
 */
export async function prepareViewer(): Promise<void> {
  if (sessionToken() === null) void emptyKeptModels();
  await preloadCode();
  await startKeeping();
}

/**
 * Loads the code for after sign-in while a person types: it has no data of any site, and after a press on Login only
 * the server is awaited. Modules are compiled too, but not run. This is skipped for people who save data.
 */
async function preloadCode(): Promise<void> {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (!import.meta.env.PROD || connection?.saveData) return;
  try {
    const { first, later } = (await (await fetch('/preloads.json')).json()) as PreloadList;
    await preload(first);
    // Once somebody has signed in, the line is for the first tiles: the viewer loads the rest after its first picture.
    if (sessionToken() === null) await preload(later);
  } catch {
    // A file that is not preloaded is loaded when it is needed.
  }
}

/** Resolves when all files have arrived; rejects when one cannot be loaded. */
async function preload({ modules, others }: Files): Promise<void> {
  // The workers and styles are small, and begin to run before most modules do. WebKit prefetches nothing, and never says so.
  const links = [
    ...others.map((href) => link('prefetch', href)),
    ...modules.map((href) => link('modulepreload', href)),
  ].filter(({ rel, relList }) => relList.supports(rel));
  const arrivals = links.map(
    (element) =>
      new Promise((resolve, reject) => {
        element.addEventListener('load', resolve);
        element.addEventListener('error', reject);
      }),
  );
  document.head.append(...links);
  await Promise.all(arrivals);
}

function link(rel: 'modulepreload' | 'prefetch', href: string): HTMLLinkElement {
  const element = document.createElement('link');
  element.rel = rel;
  element.href = href;
  element.fetchPriority = 'low';
  // Styles are requested with the same mode as by the build's imports, because caches distinguish the modes.
  if (href.endsWith('.css')) element.crossOrigin = '';
  return element;
}
