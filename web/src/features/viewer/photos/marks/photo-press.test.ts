import { MOCS_MESSAGES } from '@overlook/shared/messages';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PHOTO_POSE_ERROR } from '@overlook/shared/config';
import { add, distance, enuFrame, scale, transformPoint, type Vec3 } from '@overlook/shared/maths';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import type { PickResult, RayEcef, Stage, StageTool, ToolHit } from '@overlook/engine';
import { mocs, resetMocs } from '../../../../state/mocs.ts';
import { photoMarks, showPhotoPoint } from '../../../../state/photo-marks.ts';
import { resetScreen, stageOpened } from '../../../../state/screens.ts';
import { carryOverride, dropOverride } from '../../../../state/tools.ts';
import type { PhotoFrame } from '../photo-frame.ts';
import { pressPhoto } from './photo-press.ts';
import { pinsShown } from './pins-over.ts';
import { aNearbyPhoto } from '../testing/a-nearby-photo.ts';

const PLACE = { longitude: 138.4931, latitude: -35.079, altitude: 41 };
const photo = aNearbyPhoto({ pois: [PLACE] });
const { ecefFromEnu } = enuFrame({ longitude: PLACE.longitude, latitude: PLACE.latitude, height: PLACE.altitude });
/** East, north and up of the photo, metres. */
const WAY = [12, 30, -6] as const;
const POINT = transformPoint(ecefFromEnu, [...WAY]);

/** A tenth of the photo's size, at the upper left. */
const frameOf = (shown: NearbyPhoto): PhotoFrame => ({
  photo: shown,
  sizeCss: { width: 400, height: 300 },
  toView: ({ x, y }) => ({ x: x / 10, y: y / 10 }),
  toPixel: (x, y) => ({ x: 10 * x, y: 10 * y }),
  subscribe: () => () => undefined,
});
const frame = frameOf(photo);

/** Where the photo shows the point, by plain trigonometry: heading 20°, pitch −12°, 73° across 4,000 px. */
function seenAt(): { x: number; y: number } {
  const [h, p] = [20, -12].map((deg) => (deg * Math.PI) / 180) as [number, number];
  const [east, north, up] = WAY;
  const right = east * Math.cos(h) - north * Math.sin(h);
  const forth = east * Math.sin(h) + north * Math.cos(h);
  const ahead = forth * Math.cos(p) + up * Math.sin(p);
  const above = up * Math.cos(p) - forth * Math.sin(p);
  const focal = 2000 / Math.tan((36.5 * Math.PI) / 180);
  return { x: 2000 + (focal * right) / ahead, y: 1500 - (focal * above) / ahead };
}
const seen = seenAt();
const at = { x: seen.x / 10, y: seen.y / 10 };

/** A model that any ray hits after this many metres. */
const modelAt = (metres: number, errorMetres = 0.05) => ({
  pickRaySoon: vi.fn(({ origin, direction }: RayEcef, onPick: (pick: PickResult | null) => void) => {
    const pointEcef = add(origin, scale(direction, metres)) as Vec3;
    onPick({ pointEcef, layer: 3, featureId: null, errorMetres, added: null });
  }),
  setSharedCursor: vi.fn(),
  followPoint: vi.fn((_hit: ToolHit, _onFiner: (hit: ToolHit) => void) => vi.fn()),
});

function surround(stage: ReturnType<typeof modelAt>): void {
  stageOpened(0, stage as unknown as Stage);
}

/** A degree of the gimbal at the point. */
const away = Math.hypot(...WAY);
const acrossM = away * Math.tan(Math.PI / 180);
const tool = { tap: vi.fn() } as unknown as StageTool;

beforeEach(() => {
  showPhotoPoint(null);
  resetMocs();
});
afterEach(() => {
  dropOverride(tool);
  resetScreen(0);
  vi.clearAllMocks();
});

describe('a click in a photo', () => {
  it('finds the point of the model that the pixel shows, and says how well it is known', () => {
    const model = modelAt(away);
    surround(model);
    pressPhoto(frame, at);
    expect(distance(photoMarks.point!.pointEcef as Vec3, POINT)).toBeLessThan(1e-6);
    expect(photoMarks.point!.errorMetres).toBeCloseTo(Math.hypot(0.12, acrossM, 0.05), 9);
    expect(distance(model.setSharedCursor.mock.calls[0]![0], POINT)).toBeLessThan(1e-6);
  });

  it('finds the point again on finer tiles, until another one is found', () => {
    const model = modelAt(away - 2.5, 2);
    surround(model);
    pressPhoto(frame, at);
    const [hit, tell] = model.followPoint.mock.calls[0]!;
    expect(hit).toMatchObject({ modeltypeId: 3, errorMetres: 2 });
    tell({ ...hit, pointEcef: POINT, errorMetres: 0.05 });
    expect(photoMarks.point!.pointEcef).toEqual(POINT);
    expect(photoMarks.point!.errorMetres).toBeCloseTo(Math.hypot(0.12, acrossM, 0.05), 9);
    expect(photoMarks.point!.hit!.errorMetres).toBeCloseTo(Math.hypot(0.12, acrossM, 0.05), 9);
    expect(model.setSharedCursor).toHaveBeenLastCalledWith(POINT);
    const end = model.followPoint.mock.results[0]!.value as () => void;
    expect(end).not.toHaveBeenCalled();
    pressPhoto(frame, at);
    expect(end).toHaveBeenCalledOnce();
  });

  it('is passed to the tool that gets the clicks', () => {
    surround(modelAt(away));
    carryOverride(tool, MOCS_MESSAGES['moc.pickPoint']);
    pressPhoto(frame, at);
    const [hit] = vi.mocked(tool.tap).mock.calls[0]!;
    expect(distance(hit!.pointEcef, POINT)).toBeLessThan(1e-6);
    expect(hit!.modeltypeId).toBe(3);
  });

  it('states a larger error where the pose was assumed, and none where a table does not say how well its places are known', () => {
    surround(modelAt(away));
    const errorOf = (changes: object) => {
      pressPhoto(frameOf({ ...photo, photo: { ...photo.photo, ...changes } }), at);
      return photoMarks.point!.errorMetres;
    };
    const assumed = errorOf({ isPoseMeasured: false, accuracyM: null })!;
    const { positionM, angleDeg } = PHOTO_POSE_ERROR;
    expect(assumed).toBeCloseTo(
      Math.hypot(positionM.assumed, away * Math.tan((angleDeg.assumed * Math.PI) / 180), 0.05),
      9,
    );
    expect(errorOf({ anglesSource: 'table', accuracyM: null })).toBeNull();
  });

  it('does nothing outside the model, and in a photo without a direction', () => {
    surround({ ...modelAt(away), pickRaySoon: vi.fn((_ray, onPick) => onPick(null)) });
    pressPhoto(frame, at);
    expect(photoMarks.point).toBeNull();
    surround(modelAt(away));
    pressPhoto(frameOf({ ...photo, photo: { ...photo.photo, angles: null } }), at);
    expect(photoMarks.point).toBeNull();
  });

  it('on a pin selects its change', () => {
    surround(modelAt(away));
    const end = pinsShown(frame, () => ['42']);
    pressPhoto(frame, at);
    end();
    expect(mocs.openId).toBe(42);
    expect(photoMarks.point).toBeNull();
  });
});
