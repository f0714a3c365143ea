import { useEffect, useEffectEvent, useState } from 'react';

/** Between two captures, milliseconds. */
const STEP_MS = 1500;

const INPUTS = ['pointerdown', 'keydown', 'wheel'] as const;

/** Goes on by itself until `step` says that there is no more, or until any input of the person. */
export function usePlay(step: () => boolean): { readonly isPlaying: boolean; readonly toggle: () => void } {
  const [isPlaying, setPlaying] = useState(false);
  const goOn = useEffectEvent(() => setPlaying(step()));
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(goOn, STEP_MS);
    const input = new AbortController();
    // The press on the button itself ends it by its click.
    const stop = (event: Event) => {
      if (!(event.target as Element).closest?.('[data-play]')) setPlaying(false);
    };
    for (const name of INPUTS)
      window.addEventListener(name, stop, { signal: input.signal, capture: true, passive: true });
    return () => {
      clearInterval(timer);
      input.abort();
    };
  }, [isPlaying]);
  return { isPlaying, toggle: () => setPlaying(!isPlaying) };
}
