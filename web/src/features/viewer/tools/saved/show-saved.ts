import { distance, type Vec3 } from '@overlook/shared/maths';
import type { MeasurementSubject, WholeMeasurement } from '@overlook/shared/schemas';
import { command } from '../../../../state/commands.ts';
import { chooseCard, type ToolCard, toolsStore } from '../../../../state/session-tools.ts';
import { drawBesides } from '../../../../state/tools.ts';
import { loadTools } from '../load-tools.ts';
import { shapeMarks } from '../shape/shape-marks.ts';
import { stillMarks, volumeMarks } from '../volume/volume-marks.ts';

/** A measurement fills about half of the view. */
const DISTANCE_A_METRE = 2;

const pointsOf = (subject: MeasurementSubject): readonly Vec3[] => {
  if (subject.what === 'figure') return subject.points.map(({ ecef }) => ecef);
  return subject.what === 'shape' ? [subject.pick] : subject.rim;
};

/** Flies to a saved measurement and draws its figure on the model. False when the tools cannot be loaded. */
export async function showSaved({
  name,
  subject,
  details,
}: Pick<WholeMeasurement, 'name' | 'subject' | 'details'>): Promise<boolean> {
  await loadTools();
  const { tools } = toolsStore;
  if (!tools) return false;
  if (subject.what === 'figure') {
    const { kind } = subject;
    const points = subject.points.map(({ ecef, modeltypeId, takenOn, errorM }) => ({
      pointEcef: ecef,
      modeltypeId,
      ...(takenOn !== null && { takenOn }),
      errorMetres: errorM,
    }));
    const id = kind === 'target' || kind === 'angle' ? kind : 'measure';
    if (id === 'measure' && kind !== 'target' && kind !== 'angle') tools.measure.setMode(kind);
    tools[id].addKnown({ kind, name: kind === 'target' ? name : '', points });
    chooseCard(id satisfies ToolCard);
  } else {
    // Their cards draw their own results.
    chooseCard(null);
    const surface = details && 'kind' in details ? shapeMarks(details, 0) : [];
    drawBesides(stillMarks(subject.what === 'volume' ? volumeMarks(subject.rim, null) : surface), null);
  }
  flyTo(pointsOf(subject));
  return true;
}

function flyTo(points: readonly Vec3[]): void {
  const sum = points.reduce<Vec3>(
    (total, point) => [total[0] + point[0], total[1] + point[1], total[2] + point[2]],
    [0, 0, 0],
  );
  const middle: Vec3 = [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length];
  const reach = points.reduce((most, point) => Math.max(most, distance(point, middle)), 0);
  command('flyTo', { pointEcef: middle, distanceMetres: reach > 1 ? reach * 2 * DISTANCE_A_METRE : null });
}
