import { MODEL_TYPES } from '@overlook/shared/config';
import type { Vec3 } from '@overlook/shared/maths';
import { SAVED_MESSAGES, TOOLS_MESSAGES } from '@overlook/shared/messages';
import type { MeasurementSubject } from '@overlook/shared/schemas';
import type { FigurePoint } from '@overlook/engine';
import type { SessionTool } from '../../../../state/session-tools.ts';
import { modeOf } from '../measure-modes.ts';

/** Something that can be saved, with the name that is proposed for it. */
export interface NamedSubject {
  readonly name: string;
  readonly subject: MeasurementSubject;
}

type FigureSubject = Extract<MeasurementSubject, { what: 'figure' }>;
type LayerId = FigureSubject['points'][number]['modeltypeId'];

const isOfLayer = (id: number): id is LayerId => id > 0 && MODEL_TYPES.some((type) => type.id === id);

/** The finished figures of a tool whose points lie on layers of the site, oldest first. */
export function subjectsOf(tool: SessionTool): NamedSubject[] {
  if (tool.id === 'measure')
    return tool
      .state()
      .measurements.filter(({ isDone, mode, legs }) => isDone || (mode === 'distance' && legs.length > 0))
      .flatMap(({ mode, points }, index) => named(`${modeOf(mode).label} ${index + 1}`, mode, points));
  if (tool.id === 'angle')
    return tool
      .state()
      .angles.filter(({ angleDeg }) => angleDeg !== null)
      .flatMap(({ points }, index) => named(`${SAVED_MESSAGES['saved.kindAngle']} ${index + 1}`, 'angle', points));
  return tool
    .state()
    .targets.flatMap((target) => named(target.name || TOOLS_MESSAGES['tools.target'], 'target', [target]));
}

type PickedPoint = Pick<FigurePoint, 'pointEcef' | 'modeltypeId' | 'errorMetres'> & { takenOn?: string | null };

function named(name: string, kind: FigureSubject['kind'], points: readonly PickedPoint[]): NamedSubject[] {
  const picked = points.flatMap(({ pointEcef, modeltypeId, takenOn = null, errorMetres }) =>
    isOfLayer(modeltypeId) ? [{ ecef: plain(pointEcef), modeltypeId, takenOn, errorM: errorMetres }] : [],
  );
  return picked.length === points.length ? [{ name, subject: { what: 'figure', kind, points: picked } }] : [];
}

const plain = ([x, y, z]: Vec3): [number, number, number] => [x, y, z];
