import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { authorization } from '../../../api/client.ts';
import type { ProfileLine, ProfileShown } from '@overlook/engine';
import { engine } from './engine.ts';

/**
 * Reads the points of a profile from the layer at `url`, which must not change, while the caller is mounted. Null until
 * reading has begun.
 */
export function useReading(
  url: string,
  line: ProfileLine,
  thicknessMetres: number,
): { shown: ProfileShown | null; retry: () => void } {
  const [reading] = useState(() => new engine.ProfileReading({ url, fetchHeaders: authorization }));
  const frame = useMemo(() => engine.profileFrame(line), [line]);
  useEffect(() => () => reading.destroy(), [reading]);
  useEffect(() => reading.show(frame, thicknessMetres), [reading, frame, thicknessMetres]);
  const shown = useSyncExternalStore(reading.subscribe, reading.state);
  return { shown, retry: () => reading.retry() };
}
