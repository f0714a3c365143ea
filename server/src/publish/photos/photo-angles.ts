import { type PhotoAngles, DEG_PER_RAD, RAD_PER_DEG, type Vec3, anglesOf } from '@overlook/shared/maths';
import type { PanoramaCrop } from '@overlook/shared/schemas';
import type { TagReader } from '@overlook/shared/photo-tags';

/** The direction of a camera in its file; angles as those of `PhotoAngles`. */
export interface AngleTags {
  /** Angles of the camera's body, from the gimbal or the aircraft, for the picture as stored. */
  readonly body: BodyAngles | null;
  /** Whether the pitch of the body may also be one above the horizon, as its maker is not known. */
  readonly isPitchDoubtful: boolean;
  /** Of the compass. */
  readonly compass: { headingDeg: number; isMagnetic: boolean } | null;
  readonly panorama: PanoramaTags | null;
}

/** Angles as those of `PhotoAngles`; the heading is null where only the tilt is stated. */
export type BodyAngles = Omit<PhotoAngles, 'headingDeg'> & { readonly headingDeg: number | null };

/** GPano: Google's properties of a panorama. */
export interface PanoramaTags {
  readonly isEquirectangular: boolean;
  readonly headingDeg: number | null;
  readonly pitchDeg: number | null;
  readonly rollDeg: number | null;
  /** The original part of the whole that the picture covers, with the original width; null where it is not stated. */
  readonly crop: (PanoramaCrop & { widthPx: number }) | null;
}

/** Names of heading, pitch and roll in XMP: DJI and Autel, then Parrot. Pitch is above the horizon. */
const GIMBALS = [
  ['GimbalYawDegree', 'GimbalPitchDegree', 'GimbalRollDegree'],
  ['CameraYawDegree', 'CameraPitchDegree', 'CameraRollDegree'],
] as const;

/** Those of the namespace of Pix4D and senseFly, also older Parrot and Autel: a body whose camera looks down. */
const DOWNWARD = ['Yaw', 'Pitch', 'Roll'] as const;
/** Makers that are known to keep to that. */
const DOWNWARD_MAKERS = /sensefly|parrot/i;
/** No aircraft whose camera looks down tips back farther than this: such a pitch is one above the horizon. */
const TIPPED_BACK_DEG = -30;

export function angleTags(tags: TagReader): AngleTags {
  const direction = tags.number('GPSImgDirection');
  const isMagnetic = tags.text('GPSImgDirectionRef').toUpperCase().startsWith('M');
  return {
    ...bodyAngles(tags),
    compass: direction === null ? null : { headingDeg: normalizedDeg(direction), isMagnetic },
    panorama: panoramaTags(tags),
  };
}

/** The same angle from 0 up to, but not including, 360 degrees. */
export const normalizedDeg = (angleDeg: number): number =>
  angleDeg % 360 < 0 ? (angleDeg % 360) + 360 : angleDeg % 360;

function bodyAngles(tags: TagReader): Pick<AngleTags, 'body' | 'isPitchDoubtful'> {
  for (const names of GIMBALS) {
    const [headingDeg, pitchDeg, rollDeg] = names.map(tags.xmpNumber) as [number | null, number | null, number | null];
    if (pitchDeg !== null && rollDeg !== null)
      return sure({ headingDeg: headingDeg === null ? null : normalizedDeg(headingDeg), pitchDeg, rollDeg });
  }
  const downward = DOWNWARD.map(tags.xmpNumber);
  if (!downward.every((angle) => angle !== null)) return sure(null);
  const [yawDeg, pitchDeg, rollDeg] = downward as [number, number, number];
  if (pitchDeg < (isAutel(tags) ? 0 : TIPPED_BACK_DEG))
    return sure({ headingDeg: normalizedDeg(yawDeg), pitchDeg, rollDeg });
  const isPitchDoubtful = pitchDeg < 0 && !DOWNWARD_MAKERS.test(tags.text('Make'));
  return { body: cameraOfBody(yawDeg, pitchDeg, rollDeg), isPitchDoubtful };
}

const sure = (body: BodyAngles | null) => ({ body, isPitchDoubtful: false });

/** Autel's pitch is positive from straight down, or negative from the horizon, by the firmware. */
const isAutel = (tags: TagReader): boolean =>
  /autel/i.test(tags.text('Make')) || /^X[LT]\d{3}\b/i.test(tags.text('Model'));

/** Angles of a camera that looks along the underside of a body, its upper edge to the front, by the body's own angles. */
function cameraOfBody(yawDeg: number, pitchDeg: number, rollDeg: number): PhotoAngles {
  const [y, p, r] = [yawDeg, pitchDeg, rollDeg].map((angle) => angle * RAD_PER_DEG) as [number, number, number];
  const [cy, sy, cp, sp, cr, sr] = [Math.cos(y), Math.sin(y), Math.cos(p), Math.sin(p), Math.cos(r), Math.sin(r)];
  // Columns of the rotation from the body (front, right, down) to north, east, down; here as east, north, up.
  const front: Vec3 = [sy * cp, cy * cp, sp];
  const down: Vec3 = [sy * sp * cr - cy * sr, cy * sp * cr + sy * sr, -cp * cr];
  const angles = anglesOf({ direction: down, up: front }, { east: [1, 0, 0], north: [0, 1, 0], vertical: [0, 0, 1] });
  return {
    headingDeg: normalizedDeg(angles.headingRad * DEG_PER_RAD),
    pitchDeg: angles.pitchRad * DEG_PER_RAD,
    rollDeg: angles.rollRad * DEG_PER_RAD,
  };
}

function panoramaTags(tags: TagReader): PanoramaTags | null {
  const projection = tags.xmpText('ProjectionType').toLowerCase();
  if (projection === '') return null;
  const whole = (name: string) => {
    const value = tags.xmpNumber(name);
    return value !== null && Number.isInteger(value) && value >= 0 && value < 1e7 ? value : null;
  };
  const [fullWidthPx, fullHeightPx] = [whole('FullPanoWidthPixels'), whole('FullPanoHeightPixels')];
  const [leftPx, topPx] = [whole('CroppedAreaLeftPixels'), whole('CroppedAreaTopPixels')];
  const widthPx = whole('CroppedAreaImageWidthPixels');
  const heading = tags.xmpNumber('PoseHeadingDegrees');
  return {
    isEquirectangular: projection === 'equirectangular',
    headingDeg: heading === null ? null : normalizedDeg(heading),
    pitchDeg: tags.xmpNumber('PosePitchDegrees'),
    rollDeg: tags.xmpNumber('PoseRollDegrees'),
    crop:
      fullWidthPx && fullHeightPx && widthPx && leftPx !== null && topPx !== null
        ? { fullWidthPx, fullHeightPx, leftPx, topPx, widthPx }
        : null,
  };
}

/** How far the body was rolled when its picture is shown upright by an EXIF orientation, degrees. */
const BODY_ROLL_DEG: Readonly<Record<number, number>> = { 3: 180, 4: 180, 5: -90, 6: 90, 7: 90, 8: -90 };

/** Angles of the upright picture, by those of the body. */
export function uprightAngles<T extends BodyAngles>(body: T, orientation: number): T {
  const rollDeg = normalizedDeg(body.rollDeg - (BODY_ROLL_DEG[orientation] ?? 0));
  return { ...body, rollDeg: rollDeg > 180 ? rollDeg - 360 : rollDeg };
}

/** The part of the sphere that a picture of this width covers; null for all of it. */
export function cropOf({ crop }: PanoramaTags, widthPx: number, heightPx: number): PanoramaCrop | null {
  if (!crop) return null;
  const scale = widthPx / crop.widthPx;
  const scaled = (px: number) => Math.round(px * scale);
  const [fullWidthPx, fullHeightPx] = [scaled(crop.fullWidthPx), scaled(crop.fullHeightPx)];
  const [leftPx, topPx] = [scaled(crop.leftPx), scaled(crop.topPx)];
  const isWhole = leftPx === 0 && topPx === 0 && fullWidthPx === widthPx && fullHeightPx === heightPx;
  // A part that extends beyond the whole cannot be shown.
  const isWithin = leftPx + widthPx <= fullWidthPx + 1 && topPx + heightPx <= fullHeightPx + 1;
  return isWhole || !isWithin ? null : { fullWidthPx, fullHeightPx, leftPx, topPx };
}
