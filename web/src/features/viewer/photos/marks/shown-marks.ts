import { subscribe } from 'valtio';
import type { Mark, OverlaySource, PhotoMarksShown } from '@overlook/engine';
import { mocMarks } from '../../../../state/moc-marks.ts';
import { mocs } from '../../../../state/mocs.ts';
import { photoMarks } from '../../../../state/photo-marks.ts';
import { stageTools } from '../../../../state/tools.ts';

const NOTHING: PhotoMarksShown = { marks: [], areas: [], pins: [], hoveredPinIds: [] };

const isName = (mark: Mark): boolean => mark.kind === 'label' && mark.variant === 'selection';

/** The current overlay of a photo: the marks of the stages, of the kinds that are switched on. */
export function shownMarks(photoId: number): PhotoMarksShown {
  const { isOn, kinds, point } = photoMarks;
  if (!isOn) return NOTHING;
  const marks = stageTools.drawnNow
    .flatMap((source) => source.marks())
    .filter((mark) => (isName(mark) ? kinds.names : kinds.measures));
  const found: Mark[] =
    point?.photoId === photoId
      ? [{ kind: 'point', id: 'photo point', variant: 'cursor', pointEcef: point.pointEcef }]
      : [];
  return {
    marks: [...marks, ...found],
    areas: kinds.mocs ? mocMarks.areas : [],
    pins: kinds.mocs ? mocMarks.pins : [],
    hoveredPinIds: mocMarks.pointedPins,
  };
}

/** Calls the listener after each change of the shown marks; returns a function that ends this. */
export function followMarks(listener: () => void): () => void {
  let sources: readonly OverlaySource[] = [];
  let ends: (() => void)[] = [];
  const followTools = () => {
    if (stageTools.drawnNow !== sources) {
      for (const end of ends) end();
      sources = stageTools.drawnNow;
      ends = sources.map((source) => source.subscribe(listener));
    }
    listener();
  };
  followTools();
  const undo = [
    subscribe(stageTools, followTools),
    ...[mocMarks, mocs, photoMarks].map((store) => subscribe(store, listener)),
  ];
  return () => [...undo, ...ends].forEach((end) => end());
}
