import { lengthText, numberText, type Units } from '@overlook/shared/format';
import { dot, enuAxesAt, RAD_PER_DEG } from '@overlook/shared/maths';
import { formatMessage, SHAPE_MESSAGES } from '@overlook/shared/messages';
import type { FittedSurface } from '@overlook/shared/schemas';
import { pipeSizesWithin } from '@overlook/shared/shapes';

export interface ShapeFact {
  readonly name: string;
  readonly value: string;
}

/** Less than this from level is level, radians: 1 in 10,000. */
const LEVEL_RAD = 1e-4;
/** More than this from level is upright. */
const UPRIGHT_RAD = 89.5 * RAD_PER_DEG;
/** A pipe of which less was seen has a wide interval. */
const ONE_SIDE = 1 / 3;

/** "323.4 mm" */
const millimetresText = (metres: number): string =>
  formatMessage(SHAPE_MESSAGES['shape.millimetres'], { millimetres: numberText(metres * 1000, 1) });

/** "DN 300", "DN 300 or DN 350", or the diameter of what has no standard size; the kind of a plane. */
export function shapeName(surface: FittedSurface): string {
  if (surface.radiusM === null) return SHAPE_MESSAGES['shape.plane'];
  const [first, second] = sizesOf(surface).map(({ dn }) => formatMessage(SHAPE_MESSAGES['shape.size'], { dn }));
  if (first && second) return formatMessage(SHAPE_MESSAGES['shape.sizes'], { first, second });
  return (
    first ?? formatMessage(SHAPE_MESSAGES['shape.diameterShort'], { diameter: millimetresText(2 * surface.radiusM) })
  );
}

/** What is written beside the name: the standard of a size that is sure. */
export function shapeStandard(surface: FittedSurface): string {
  if (surface.kind !== 'cylinder') return '';
  const [size, ...others] = sizesOf(surface);
  if (!size) return SHAPE_MESSAGES['shape.noStandard'];
  if (others.length > 0) return '';
  return formatMessage(SHAPE_MESSAGES['shape.standard'], { diameter: millimetresText(size.outsideMm / 1000) });
}

const sizesOf = ({ kind, radiusM, radiusHalfWidth95M }: FittedSurface) =>
  kind === 'cylinder' ? pipeSizesWithin(2 * radiusM!, 2 * radiusHalfWidth95M!) : [];

export const isSeenFromOneSide = ({ kind, seenShare }: FittedSurface): boolean =>
  kind === 'cylinder' && seenShare < ONE_SIDE;

/** The 95 % interval of the diameter: "322.6 mm to 324.2 mm"; null for a plane. */
export function intervalText({ radiusM, radiusHalfWidth95M }: FittedSurface): string | null {
  if (radiusM === null) return null;
  const [low, high] = [radiusM - radiusHalfWidth95M!, radiusM + radiusHalfWidth95M!].map((r) => millimetresText(2 * r));
  return formatMessage(SHAPE_MESSAGES['shape.intervalText'], { low: low!, high: high! });
}

export function shapeFacts(surface: FittedSurface, units: Units): ShapeFact[] {
  const fact = (name: string, value: string | null): ShapeFact[] => (value === null ? [] : [{ name, value }]);
  const { kind, radiusM, alongM, points, residualM } = surface;
  return [
    ...fact(SHAPE_MESSAGES['shape.diameter'], radiusM === null ? null : millimetresText(2 * radiusM)),
    ...fact(SHAPE_MESSAGES['shape.interval'], intervalText(surface)),
    ...fact(SHAPE_MESSAGES['shape.length'], kind === 'cylinder' ? lengthText(alongM[1] - alongM[0], units) : null),
    ...fact(SHAPE_MESSAGES['shape.fall'], kind === 'cylinder' ? fallText(fromLevelRad(surface)) : null),
    ...fact(SHAPE_MESSAGES['shape.tilt'], kind === 'plane' ? tiltText(surface) : null),
    ...fact(SHAPE_MESSAGES['shape.points'], numberText(points, 0)),
    ...fact(SHAPE_MESSAGES['shape.residual'], millimetresText(residualM)),
  ];
}

/** Angle of the axis from level, 0 to π/2. */
const fromLevelRad = ({ axisEcef, pointEcef }: FittedSurface): number =>
  Math.asin(Math.min(1, Math.abs(dot(axisEcef!, enuAxesAt(pointEcef).up))));

function fallText(rad: number): string {
  if (rad < LEVEL_RAD) return SHAPE_MESSAGES['shape.level'];
  if (rad > UPRIGHT_RAD) return SHAPE_MESSAGES['shape.upright'];
  const [degrees, run] = [numberText(rad / RAD_PER_DEG, 2), numberText(1 / Math.tan(rad), rad < 0.1 ? 0 : 2)];
  return formatMessage(SHAPE_MESSAGES['shape.fallText'], { degrees, run });
}

function tiltText(surface: FittedSurface): string {
  const tiltRad = Math.PI / 2 - fromLevelRad(surface);
  const degrees = numberText(tiltRad / RAD_PER_DEG, 2);
  const error = numberText(surface.tiltHalfWidth95Rad! / RAD_PER_DEG, 2);
  return formatMessage(SHAPE_MESSAGES['shape.tiltText'], { degrees, error });
}
