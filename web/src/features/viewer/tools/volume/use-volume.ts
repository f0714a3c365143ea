import { useEffect, useRef, useState } from 'react';
import type { AreaDrawing, AreaTool } from '@overlook/engine';
import { distance } from '@overlook/shared/maths';
import type { Capture, MeasurementSubject, Volume } from '@overlook/shared/schemas';
import { drawBesides } from '../../../../state/tools.ts';
import { askVolume, rimCapture, type VolumeSettings } from './ask-volume.ts';
import { stillMarks, volumeMarks } from './volume-marks.ts';

/** What was measured, and in which drawing with which settings: others make it out of date. */
interface Measured {
  readonly volume: Volume;
  readonly drawing: AreaDrawing;
  readonly settings: VolumeSettings;
  readonly captureId: number;
}

interface VolumeState {
  readonly isAsking: boolean;
  /** Why the last question gave nothing. */
  readonly problem: string | null;
  readonly measured: Measured | null;
}

const NOTHING: VolumeState = { isAsking: false, problem: null, measured: null };

/** Corners that finer tiles have moved by less are where they were clicked. */
const MOVED_M = 0.1;

const isSameRim = (a: AreaDrawing, b: AreaDrawing): boolean =>
  a === b ||
  (a.isClosed === b.isClosed &&
    a.corners.length === b.corners.length &&
    a.corners.every(({ pointEcef }, i) => distance(pointEcef, b.corners[i]!.pointEcef) < MOVED_M));

/** What was measured, from which the server measures it again. */
const subjectOf = ({ drawing, settings, captureId }: Measured): MeasurementSubject => ({
  what: 'volume',
  captureId,
  rim: drawing.corners.map(({ pointEcef: [x, y, z] }): [number, number, number] => [x, y, z]),
  ...settings,
});

/** Measures the rim of a tool on request, and draws rim and contours on the stages. A further request gives up the one before. */
export function useVolume(tool: AreaTool, drawing: AreaDrawing, settings: VolumeSettings) {
  const [state, setState] = useState<VolumeState>(NOTHING);
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);
  const measure = async (captures: readonly Capture[]): Promise<void> => {
    if (!tool.state().drawing.isClosed && !tool.close()) return;
    const { drawing: asked } = tool.state();
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    setState((before) => ({ ...before, isAsking: true, problem: null }));
    const capture = rimCapture(captures, asked.corners);
    const answer = await askVolume(capture, asked.corners, settings, controller.signal);
    if (controller.signal.aborted) return;
    if (typeof answer === 'string') setState({ ...NOTHING, problem: answer });
    else setState({ ...NOTHING, measured: { volume: answer, drawing: asked, settings, captureId: capture!.id } });
  };
  const { measured } = state;
  const isCurrent = measured !== null && isSameRim(measured.drawing, drawing) && measured.settings === settings;
  const volume = isCurrent ? measured.volume : null;
  useEffect(() => {
    const rimEcef = drawing.isClosed ? drawing.corners.map(({ pointEcef }) => pointEcef) : [];
    drawBesides(stillMarks(volumeMarks(rimEcef, volume)), null);
  }, [drawing, volume]);
  useEffect(() => () => drawBesides(null, null), []);
  return {
    ...state,
    volume,
    subject: isCurrent ? subjectOf(measured) : null,
    isOutdated: measured !== null && !isCurrent,
    measure,
  };
}
