import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { navigate } from 'wouter/use-browser-location';
import { knownMocs, useMocs } from '../../../api/mocs.ts';
import type { Stage } from '@overlook/engine';
import { mapPins, mocOfArea, visibleMocs } from './stage-shapes.ts';
import { mocMarks } from '../../../state/moc-marks.ts';
import { command } from '../../../state/commands.ts';
import { leaveCard, listMocs, openMoc, pointAtMocs } from '../../../state/mocs.ts';
import { preferences } from '../../../state/preferences.ts';
import { useAllowed } from '../../../state/session-context.tsx';

/** The pins on the map: the changes of a site that are not hidden; empty until they have loaded. */
function useMapPins(siteId: number | null) {
  const isAllowed = useAllowed('MOC:VIEW');
  const { areMocsShown, hiddenMocs } = useSnapshot(preferences);
  const { data } = useMocs(isAllowed ? siteId : null);
  return useMemo(
    () => mapPins(visibleMocs(data ?? [], { areMocsShown, hiddenMocs })),
    [data, areMocsShown, hiddenMocs],
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
  const pins = useMapPins(siteId);
  const { pointedPins } = useSnapshot(mocMarks);
  const onOpen = (pinIds: readonly string[]) => openPins(pinIds, openMocs);
  return { pins, pointedIds: pointedPins, onOpen, onPoint: pointAtPins };
}

/**
 * A click on an area or a pin opens the card of its change, and one on a group of pins lists its changes; pins under
 * the pointer are highlighted in the list.
 */
export function useMocClicks(stage: Pick<Stage, 'on'>, siteId: number | null, onOpen: () => void): void {
  useEffect(() => {
    const undo = [
      stage.on('areaTap', (areaId) => {
        const known = siteId === null ? null : knownMocs(siteId);
        const moc = known && mocOfArea(known.mocs, known.areas, areaId);
        if (moc) openCard(moc.id, onOpen);
      }),
      stage.on('pinTap', (pinIds) => openPins(pinIds, onOpen)),
      stage.on('pinHover', pointAtPins),
    ];
    return () => undo.forEach((step) => step());
  }, [stage, siteId, onOpen]);
}
