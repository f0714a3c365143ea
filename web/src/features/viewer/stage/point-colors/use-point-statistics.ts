import { useEffect, useState } from 'react';
import type { Stage, StagePoints } from '@overlook/engine';

/** After the last picture, milliseconds: while the camera moves nothing is read. */
const REST_MS = 150;

/** The statistics of the visible points, read while the view rests; null where there are none. */
export function usePointStatistics(stage: Pick<Stage, 'on' | 'pointStatistics'> | null): StagePoints | null {
  const [points, setPoints] = useState(() => stage?.pointStatistics() ?? null);
  useEffect(() => {
    if (!stage) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = stage.on('drawn', () => {
      clearTimeout(timer);
      timer = setTimeout(() => setPoints(stage.pointStatistics()), REST_MS);
    });
    return () => {
      off();
      clearTimeout(timer);
    };
  }, [stage]);
  return points;
}
