import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { useMocs } from '../api/mocs.ts';
import type { Stage } from '../engine/index.ts';
import { mocOfArea, stageAreas } from '../features/viewer/mocs/stage-areas.ts';
import { setMocAreas } from '../state/moc-marks.ts';
import { mocs, openMoc } from '../state/mocs.ts';
import { preferences } from '../state/preferences.ts';
import { useAllowed } from '../state/session-context.tsx';

/** The changes of a site that are not hidden; none until they are there. */
function useVisibleMocs(siteId: number | null) {
  const isAllowed = useAllowed('MOC:VIEW');
  const { areMocsShown, hiddenMocs } = useSnapshot(preferences);
  const { data } = useMocs(isAllowed ? siteId : null);
  return useMemo(
    () => (areMocsShown && data ? data.filter(({ id }) => !hiddenMocs.includes(id)) : []),
    [data, areMocsShown, hiddenMocs],
  );
}

/** Shows the changes of a site on all stages. */
export function useMocMarks(siteId: number | null): void {
  const visible = useVisibleMocs(siteId);
  const { openId, pointedId, hiddenAreas } = useSnapshot(mocs);
  const boldId = pointedId ?? openId;
  useEffect(() => {
    const areas = stageAreas(visible, boldId);
    setMocAreas(areas.filter(({ id }) => !hiddenAreas.includes(id)));
  }, [visible, boldId, hiddenAreas]);
  useEffect(() => () => setMocAreas([]), []);
}

/** A click on an area opens the card of its change. */
export function useMocClicks(stage: Stage, siteId: number | null, onOpen: () => void): void {
  const visible = useVisibleMocs(siteId);
  useEffect(
    () =>
      stage.on('areaTap', (areaId) => {
        const moc = mocOfArea(visible, areaId);
        if (!moc) return;
        openMoc(moc.id);
        onOpen();
      }),
    [stage, visible, onOpen],
  );
}
