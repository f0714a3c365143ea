import { emptyKeptModels, startKeeping } from '../api/kept-models.ts';
import { sessionToken } from '../state/session.ts';

/** As `preloads.json` of the build has it: addresses of files that never change. */
interface PreloadList {
  modules: string[];
  others: string[];
}

/**
 * Prepares for a sign-in: {@link preloadCode}, and the service worker, which then has the first visit already. Without a
 * session nothing is kept of any, also where signing out could not say so.
 */
export async function prepareViewer(): Promise<void> {
  if (sessionToken() === null) void emptyKeptModels();
  await preloadCode();
  await startKeeping();
}

/**
 * Loads the code of what follows sign-in while a person types: it holds nothing of any site, and a press on Login then
 * waits for the server alone. Modules are compiled too, not run. Not for people who save data.
 */
async function preloadCode(): Promise<void> {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (!import.meta.env.PROD || connection?.saveData) return;
  try {
    const { modules, others } = (await (await fetch('/preloads.json')).json()) as PreloadList;
    document.head.append(
      ...modules.map((href) => link('modulepreload', href)),
      ...others.map((href) => link('prefetch', href)),
    );
  } catch {
    // What is not loaded before is loaded when it is needed.
  }
}

function link(rel: 'modulepreload' | 'prefetch', href: string): HTMLLinkElement {
  const element = document.createElement('link');
  element.rel = rel;
  element.href = href;
  element.fetchPriority = 'low';
  // As the imports of the build request styles: caches tell the two apart.
  if (href.endsWith('.css')) element.crossOrigin = '';
  return element;
}
