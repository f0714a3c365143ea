import { AXES, cross, type Vec3, vec3Of } from '../maths/vector.ts';
import { enuAxesAt } from '../maths/vertical.ts';
import { decodeOctahedral } from './octahedral.ts';
import { featureValues, globalVector, quantizedPositions, type TileTable } from './tile-tables.ts';

export interface InstanceMatrices {
  /** 16 doubles each, column-major, z-up metres, relative to `centre`. */
  matrices: Float64Array;
  /** The common offset of all positions, so that they keep their precision: RTC_CENTER or the first instance. */
  centre: Vec3;
}

/** Placing of each instance from the feature table of an i3dm: position, orientation, scale (3D Tiles 1.0 §9.6). */
export function readInstanceMatrices(features: TileTable, count: number): InstanceMatrices {
  const rtc = (globalVector(features, 'RTC_CENTER', 3) ?? [0, 0, 0]) as Vec3;
  const positions = readPositions(features, count);
  const centre: Vec3 = vec3Of((axis) => rtc[axis] + (positions[axis] ?? 0));
  const axes = axesReader(features, count, positions, rtc);
  const scales = featureValues(features, 'SCALE', count);
  const scales3 = featureValues(features, 'SCALE_NON_UNIFORM', count);
  const matrices = new Float64Array(count * 16);
  for (let i = 0; i < count; i++) {
    const { right, up, forward } = axes(i);
    const columns = [right, up, forward] as const;
    for (const c of AXES) {
      const scale = (scales?.[i] ?? 1) * (scales3?.[i * 3 + c] ?? 1);
      for (const r of AXES) matrices[i * 16 + c * 4 + r] = columns[c][r] * scale;
    }
    for (let r = 0; r < 3; r++) matrices[i * 16 + 12 + r] = positions[i * 3 + r]! - positions[r]!;
    matrices[i * 16 + 15] = 1;
  }
  return { matrices, centre };
}

/** Flat xyz in double precision: 32-bit sums of a quantised volume would jump by metres on the globe. */
function readPositions(features: TileTable, count: number): Float64Array {
  const plain = featureValues(features, 'POSITION', count);
  if (plain) return Float64Array.from(plain);
  const { value: steps, offset, scale } = quantizedPositions(features, count);
  return Float64Array.from(steps, (value, i) => offset[i % 3]! + (value / 65535) * scale[i % 3]!);
}

/** x, y and z axis of an instance. */
interface Axes {
  right: Vec3;
  up: Vec3;
  forward: Vec3;
}

const NO_ROTATION: Axes = { right: [1, 0, 0], up: [0, 1, 0], forward: [0, 0, 1] };

function axesReader(features: TileTable, count: number, positions: Float64Array, rtc: Vec3): (i: number) => Axes {
  const ups = directions(features, 'NORMAL_UP', count);
  const rights = directions(features, 'NORMAL_RIGHT', count);
  if (ups && rights) {
    return (i) => {
      const [up, right] = [vec3Of((axis) => ups[i * 3 + axis]!), vec3Of((axis) => rights[i * 3 + axis]!)];
      return { up, right, forward: cross(right, up) };
    };
  }
  if (features.json.get('EAST_NORTH_UP').value !== true) return () => NO_ROTATION;
  return (i) => {
    const { east, north, up } = enuAxesAt(vec3Of((axis) => rtc[axis] + positions[i * 3 + axis]!));
    return { right: east, up: north, forward: up };
  };
}

/** Unit vectors per instance, plain or octahedral; null when there are none. */
function directions(features: TileTable, semantic: 'NORMAL_UP' | 'NORMAL_RIGHT', count: number): Float32Array | null {
  const plain = featureValues(features, semantic, count);
  if (plain) return plain as Float32Array;
  const packed = featureValues(features, `${semantic}_OCT32P`, count);
  return packed && decodeOctahedral(packed as Uint16Array);
}
