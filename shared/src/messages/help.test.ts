import { describe, expect, it } from 'vitest';
import { HELP_KEYS, HELP_MOUSE, HELP_TOUCH } from './index.ts';

/** The keys of the interface brief §6 whose function exists, by the name on the key. */
const KEYS = [
  ...'WASDQEHNYVGLMBZRTPXIKFOJU[],./?1235-=',
  'Page Up',
  'Page Down',
  'Shift',
  'Arrows',
  'Space',
  'Tab',
  'Alt',
  'Enter',
  'Esc',
  'Delete',
  'Ctrl+Z',
  'Ctrl+Y',
  'F6',
  'Shift+F6',
  'Shift+M',
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((figure) => `Shift+${figure}`),
  'Shift+,',
  'Shift+.',
  'Shift+-',
  'Shift+=',
];

describe('the help', () => {
  it('lists each key once, and no other', () => {
    const listed = HELP_KEYS.flatMap(({ rows }) => rows.flatMap(({ keys }) => keys));
    expect(listed.toSorted()).toEqual(KEYS.toSorted());
  });

  it('tells the mouse presets apart by what a plain drag does', () => {
    const dragOf = (preset: 'map' | 'cad') => HELP_MOUSE[preset].map(({ gesture, does }) => `${gesture}: ${does}`);
    expect(dragOf('map')).toContain('Drag: Move the view');
    expect(dragOf('cad')).toContain('Drag: Turn and tilt round the point');
    expect(HELP_MOUSE.map.map(({ gesture }) => gesture)).toEqual(HELP_MOUSE.cad.map(({ gesture }) => gesture));
  });

  it('says each thing once', () => {
    for (const rows of [HELP_MOUSE.map, HELP_MOUSE.cad, HELP_TOUCH]) {
      expect(new Set(rows.map(({ gesture }) => gesture)).size).toBe(rows.length);
    }
  });
});
