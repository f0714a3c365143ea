import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { SiteAreas } from '@overlook/shared/schemas';
import { useMocAreas, useMocs } from '../api/mocs.ts';
import type { Stage } from '../engine/index.ts';
import { mocOfArea, stageAreas, stagePins } from '../features/viewer/mocs/stage-shapes.ts';
import { setMocAreas, setMocPins } from '../state/moc-marks.ts';
import { command } from '../state/commands.ts';
import { listMocs, mocs, openMoc, pointAtMoc } from '../state/mocs.ts';
import { preferences } from '../state/preferences.ts';
import { useAllowed } from '../state/session-context.tsx';

const NONE: SiteAreas['areas'] = {};

/** The changes of a site that are not hidden, and all areas, which are read after them; none until they are there. */
function useVisibleMocs(siteId: number | null) {
  const isAllowed = useAllowed('MOC:VIEW');
  const { areMocsShown, hiddenMocs } = useSnapshot(preferences);
  const { data } = useMocs(isAllowed ? siteId : null);
  const { data: areas = NONE } = useMocAreas(data ? siteId : null);
  const visible = useMemo(
    () => (areMocsShown && data ? data.filter(({ id }) => !hiddenMocs.includes(id)) : []),
    [data, areMocsShown, hiddenMocs],
  );
  return { visible, areas };
}

/** Shows the changes of a site on all stages. */
export function useMocMarks(siteId: number | null): void {
  const { visible, areas } = useVisibleMocs(siteId);
  const { openId, pointedId, hiddenAreas } = useSnapshot(mocs);
  const boldId = pointedId ?? openId;
  useEffect(() => {
    const drawn = stageAreas(visible, areas, boldId);
    setMocAreas(drawn.filter(({ id }) => !hiddenAreas.includes(id)));
  }, [visible, areas, boldId, hiddenAreas]);
  useEffect(() => setMocPins(stagePins(visible)), [visible]);
  useEffect(
    () => () => {
      setMocAreas([]);
      setMocPins([]);
    },
    [],
  );
}

/**
 * A click on an area or a pin opens the card of its change, and one on a group of pins lists its changes; a pin that is
 * pointed at shows in the list.
 */
export function useMocClicks(stage: Pick<Stage, 'on'>, siteId: number | null, onOpen: () => void): void {
  const { visible, areas } = useVisibleMocs(siteId);
  useEffect(() => {
    const open = (mocId: number) => {
      openMoc(mocId);
      command('revealMoc', mocId);
      onOpen();
    };
    const openPins = (pinIds: readonly string[]) => {
      const [first, ...others] = pinIds.map(Number);
      if (first === undefined) return;
      if (others.length === 0) return open(first);
      listMocs([first, ...others]);
      onOpen();
    };
    const undo = [
      stage.on('areaTap', (areaId) => {
        const moc = mocOfArea(visible, areas, areaId);
        if (moc) open(moc.id);
      }),
      stage.on('pinTap', openPins),
      stage.on('pinHover', ([first]) => pointAtMoc(first === undefined ? null : Number(first))),
    ];
    return () => undo.forEach((step) => step());
  }, [stage, visible, areas, onOpen]);
}
