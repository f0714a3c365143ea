import { useEffect } from 'react';
import { captureAt, type CapturePoint } from '@overlook/embed/site/captures';
import type { Capture } from '@overlook/shared/schemas';
import { activeScreen } from '../../../state/screens.ts';
import { stageChoices } from '../../../state/stage.ts';

/** What a browser tells of its connection, where it does. */
type WithConnection = Navigator & { readonly connection?: { readonly saveData?: boolean } };

const prefetched = new Set<string>();

/**
 * Requests what the captures before and after the shown one begin with, once the view has settled, so that the first picture of another date
 * waits for no answer. Not for people who save data.
 */
export function usePrefetchBeside(captures: readonly Capture[], points: readonly CapturePoint[], index: number): void {
  useEffect(() => {
    const { stage } = activeScreen();
    const layer = stageChoices.layers[stageChoices.active] ?? null;
    if (!stage || layer === null || (navigator as WithConnection).connection?.saveData) return undefined;
    const ending = new AbortController();
    const beside = [points[index - 1], points[index + 1]].flatMap((point) => point ?? []);
    const urls = beside.flatMap(({ moment }) => captureAt(captures, layer, moment)?.capture.filepath ?? []);
    void prefetchAll(stage.idle(), urls, ending.signal);
    return () => ending.abort();
  }, [captures, points, index]);
}

async function prefetchAll(settled: Promise<void>, urls: readonly string[], signal: AbortSignal): Promise<void> {
  await settled;
  for (const url of urls) if (!signal.aborted) await prefetch(new URL(url, location.href).href, signal);
}

/** The tileset and the content of its root, into the cache of the browser. */
async function prefetch(url: string, signal: AbortSignal): Promise<void> {
  if (prefetched.has(url)) return;
  prefetched.add(url);
  try {
    const json: unknown = await (await fetch(url, { signal, priority: 'low' })).json();
    const uri = (json as { root?: { content?: { uri?: unknown } } } | null)?.root?.content?.uri;
    if (typeof uri === 'string') await (await fetch(new URL(uri, url), { signal, priority: 'low' })).arrayBuffer();
  } catch {
    // The request was ended, or the file cannot be read. The stage reports an unreadable file when a person opens that date.
    prefetched.delete(url);
  }
}
