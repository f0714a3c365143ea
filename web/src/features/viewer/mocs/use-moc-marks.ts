import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { navigate } from 'wouter/use-browser-location';
import type { AreasByMoc } from '../../../api/moc-list.ts';
import { useMocAreas, useMocs } from '../../../api/mocs.ts';
import type { Stage } from '@overlook/engine';
import { mapPins, mocOfArea, stageAreas, stagePins } from './stage-shapes.ts';
import { mocMarks, setMocAreas, setMocPins, setPointedPins } from '../../../state/moc-marks.ts';
import { command } from '../../../state/commands.ts';
import { leaveCard, listMocs, mocs, openMoc, pointAtMocs } from '../../../state/mocs.ts';
import { preferences } from '../../../state/preferences.ts';
import { useAllowed } from '../../../state/session-context.tsx';

const NONE: AreasByMoc = {};

/**
 * The changes of a site that are not hidden, and all areas, which are read after them; empty until they have loaded.
 */
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
  const { openId, pointedIds, hiddenAreas } = useSnapshot(mocs);
  // A group of pins may have thousands of changes, so their areas are not highlighted.
  const boldId = pointedIds.length === 1 ? pointedIds[0]! : openId;
  useEffect(() => {
    const drawn = stageAreas(visible, areas, boldId);
    setMocAreas(drawn.filter(({ id }) => !hiddenAreas.includes(id)));
  }, [visible, areas, boldId, hiddenAreas]);
  useEffect(() => setMocPins(stagePins(visible)), [visible]);
  useEffect(() => setPointedPins(pointedIds.map(String)), [pointedIds]);
  useEffect(
    () => () => {
      setMocAreas([]);
      setMocPins([]);
    },
    [],
  );
}

/** Opens the list of changes. */
export const openMocs = () => location.pathname !== '/mocs' && navigate('/mocs');

function openCard(mocId: number, onOpen: () => void): void {
  leaveCard(mocId, () => {
    openMoc(mocId);
    command('revealMoc', mocId);
    onOpen();
  });
}

/** Opens the card of the change of a pin, or lists those of a group. */
function openPins(pinIds: readonly string[], onOpen: () => void): void {
  const [first, ...others] = pinIds.map(Number);
  if (first === undefined) return;
  if (others.length === 0) return openCard(first, onOpen);
  listMocs([first, ...others]);
  onOpen();
}

const pointAtPins = (pinIds: readonly string[]): void => pointAtMocs(pinIds.map(Number));

/** Pins on the map of the site, with the same actions as those on the model. */
export function useMocsOnMap(siteId: number | null) {
  const { visible } = useVisibleMocs(siteId);
  const { pointedPins } = useSnapshot(mocMarks);
  const pins = useMemo(() => mapPins(visible), [visible]);
  const onOpen = (pinIds: readonly string[]) => openPins(pinIds, openMocs);
  return { pins, pointedIds: pointedPins, onOpen, onPoint: pointAtPins };
}

/**
 * A click on an area or a pin opens the card of its change, and one on a group of pins lists its changes; pins under
 * the pointer are highlighted in the list.
 */
export function useMocClicks(stage: Pick<Stage, 'on'>, siteId: number | null, onOpen: () => void): void {
  const { visible, areas } = useVisibleMocs(siteId);
  useEffect(() => {
    const undo = [
      stage.on('areaTap', (areaId) => {
        const moc = mocOfArea(visible, areas, areaId);
        if (moc) openCard(moc.id, onOpen);
      }),
      stage.on('pinTap', (pinIds) => openPins(pinIds, onOpen)),
      stage.on('pinHover', pointAtPins),
    ];
    return () => undo.forEach((step) => step());
  }, [stage, visible, areas, onOpen]);
}
