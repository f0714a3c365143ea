/** Marks of a layer that is being placed: the handles of its move, and its pairs of points. Pure functions. */
import { add, enuAxesAt, mix, moveMatrix, scale, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { lengthText } from '@overlook/shared/format';
import type { Mark } from '../../overlays/mark.ts';
import { AXIS_COLORS } from '../../overlays/mark-styles.ts';
import type { PlaceState } from './place-state.ts';

/** --draft of styles/tokens.css */
const DRAFT_COLOR = '#a98bff';
const RING_STEPS = 48;
const AXIS_IDS = ['e', 'n', 'u'] as const;

export type PlaceHandle = 0 | 1 | 2 | 'turn';

/** The handle of a mark that was grabbed; null for other marks. */
export function placeHandleOf(markId: string): PlaceHandle | null {
  if (markId === 'place-turn') return 'turn';
  const axis = AXIS_IDS.findIndex((id) => markId === `place-${id}`);
  return axis === -1 ? null : (axis as 0 | 1 | 2);
}

/** Where the handles are: the pivot of the move, moved. */
export const handleCenter = ({ move }: Pick<PlaceState, 'move'>): Vec3 =>
  transformPoint(moveMatrix(move), move.pivotEcef);

/** `armM`: length of the axes, metres. */
export function placeMarks(state: PlaceState, armM: number): Mark[] {
  return [...handleMarks(state, armM), ...state.pairs.flatMap((_, i) => pairMarks(state, i)), ...halfPair(state)];
}

function handleMarks({ move }: PlaceState, armM: number): Mark[] {
  const center = handleCenter({ move });
  const { east, north, up } = enuAxesAt(center);
  const onRing = (angle: number) =>
    add(center, add(scale(east, armM * Math.sin(angle)), scale(north, armM * Math.cos(angle))));
  const ring = Array.from({ length: RING_STEPS }, (_, i) => onRing((2 * Math.PI * i) / RING_STEPS));
  const arms = [east, north, up].flatMap((direction, axis): Mark[] => {
    const [id, color] = [AXIS_IDS[axis]!, AXIS_COLORS[axis]!];
    const pointEcef = add(center, scale(direction, armM));
    const label = `${id.toUpperCase()} ${lengthText(move.shiftM[axis]!)}`;
    return [
      { kind: 'line', id: `place-arm-${id}`, pointsEcef: [center, pointEcef], color },
      { kind: 'point', id: `place-${id}`, variant: 'handle', canGrab: true, pointEcef, color, label },
    ];
  });
  const turnAt = onRing(Math.PI * 0.75 + (move.turnDeg * Math.PI) / 180);
  return [
    { kind: 'line', id: 'place-ring', pointsEcef: ring, isClosed: true },
    ...arms,
    {
      kind: 'point',
      id: 'place-turn',
      variant: 'handle',
      canGrab: true,
      pointEcef: turnAt,
      label: `${move.turnDeg.toFixed(2)}°`,
    },
    { kind: 'point', id: 'place-center', variant: 'point', pointEcef: center },
  ];
}

function pairMarks({ move, pairs }: PlaceState, index: number): Mark[] {
  const { fromEcef, toEcef } = pairs[index]!;
  const now = transformPoint(moveMatrix(move), fromEcef);
  const id = `place-pair-${index}`;
  return [
    { kind: 'line', id: `${id}-line`, pointsEcef: [now, [...toEcef]] },
    { kind: 'point', id: `${id}-to`, variant: 'point', pointEcef: [...toEcef] },
    { kind: 'point', id: `${id}-from`, variant: 'handle', pointEcef: now, color: DRAFT_COLOR },
    { kind: 'label', id: `${id}-label`, pointEcef: mix(now, toEcef, 0.5), text: String(index + 1), priority: 3 },
  ];
}

const halfPair = ({ move, half }: PlaceState): Mark[] =>
  half
    ? [
        {
          kind: 'point',
          id: 'place-half',
          variant: 'handle',
          pointEcef: transformPoint(moveMatrix(move), half),
          color: DRAFT_COLOR,
        },
      ]
    : [];
