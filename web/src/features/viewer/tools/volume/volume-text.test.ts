import { describe, expect, it } from 'vitest';
import { POINT_CLOUD } from '@overlook/shared/config';
import type { Capture, Volume } from '@overlook/shared/schemas';
import { rimCapture } from './ask-volume.ts';
import { heightColor, volumeMarks } from './volume-marks.ts';
import { measuredText, volumeFacts, volumeNotes, volumeSpoken } from './volume-text.ts';

const VOLUME: Volume = {
  fill: { m3: 157.868, halfWidth95M3: 1.096 },
  cut: { m3: 0.003, halfWidth95M3: 0.003 },
  net: { m3: 157.865, halfWidth95M3: 1.097 },
  belowDetection: { areaM2: 57.8, netM3: 0.154 },
  detectionM: 0.0154,
  stepM: 0.3,
  spacingM: 0.12,
  areaM2: 168.75,
  points: 11_935,
  filledM2: 3.3,
  unseenM2: 0,
  steepM2: 0.7,
  highestM: 4.13,
  lowestM: -0.04,
  coarser: { stepM: 0.6, fillM3: 158.13, cutM3: 0, netM3: 158.125 },
  contours: [
    {
      levelM: 1,
      ringEcef: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    },
    {
      levelM: -2,
      ringEcef: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    },
  ],
};
/** Narrow spaces are not what these tests are about. */
const plain = (text: string) => text.replaceAll('\u202F', ' ');

describe('the words', () => {
  it('are the figures with their intervals, the step and its effect', () => {
    const facts = Object.fromEntries(volumeFacts(VOLUME, 'metric').map(({ name, value }) => [name, plain(value)]));
    expect(facts).toMatchObject({
      'Fill, above the base': '157.87 ± 1.10 m³',
      'Cut, below the base': '0.00 ± 0.00 m³',
      'Below detection': '0.15 m³ on 57.80 m²',
      'Least difference that is counted': '15 mm',
      'Heights above the base': '−0.04 m to 4.13 m',
      'Grid step used': '0.30 m',
      'Effect of twice the step': '+0.26 m³',
      'Without points, filled from around': '3.30 m²',
    });
    expect(facts).not.toHaveProperty('Not seen, not counted');
    expect(plain(volumeSpoken(VOLUME, 'metric'))).toContain('net 157.87 ± 1.10 m³');
    expect(plain(measuredText(VOLUME.fill, 'imperial'))).toBe('5,575.06 ± 38.70 ft³');
  });

  it('say where one height a cell is not enough, and how far contours are apart', () => {
    const notes = volumeNotes(VOLUME, 'metric').map(plain).join('\n');
    expect(notes).toContain('0.70 m² has points at several heights');
    expect(notes).toContain('contours every 1.00 m');
    expect(volumeNotes({ ...VOLUME, steepM2: 0, contours: [] }, 'metric')).toHaveLength(1);
  });
});

it('marks are contours, coloured by their height, under the rim', () => {
  const marks = volumeMarks(
    [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ],
    VOLUME,
  );
  expect(marks.map(({ id }) => id)).toEqual(['volume:contour-0', 'volume:contour-1', 'volume:rim']);
  expect(heightColor(4, 4)).toBe('rgb(180 4 38)');
  expect(heightColor(-4, 4)).toBe('rgb(59 76 192)');
  expect(volumeMarks([], null)).toEqual([]);
});

it('the capture is the one that was clicked, else the newest', () => {
  const aCloud = (id: number, takenOn: string, isCurrent: boolean) =>
    ({ id, takenOn, isCurrent, modeltypeId: POINT_CLOUD.id, publishedAt: '2026-10-01T00:00:00Z' }) as Capture;
  const captures = [aCloud(1, '2026-03-14', false), aCloud(2, '2026-09-26', true)];
  expect(rimCapture(captures, [{ takenOn: '2026-03-14' }])?.id).toBe(1);
  expect(rimCapture(captures, [{ takenOn: null }])?.id).toBe(2);
  expect(rimCapture([{ ...captures[0]!, publishedAt: null }], [])).toBeNull();
});
