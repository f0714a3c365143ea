import { expect, it } from 'vitest';
import type { MocList } from '@overlook/shared/schemas';
import { summariesOf } from './moc-list.ts';

it('a change has its position in metres, or none where a coordinate is missing', () => {
  const columns: MocList['columns'] = {
    id: [3, 2],
    name: ['Platform', 'Pipe'],
    documentNumber: ['MOC-3', 'MOC-2'],
    state: ['proposed', 'proposed'],
    version: [1, 1],
    areaCount: [0, 0],
    x: [-3913000, null],
    y: [3462000, null],
    z: [-3645000, null],
  };
  const summaries = summariesOf({ siteID: 1, edition: '', columns });
  expect(summaries.map(({ pointEcef }) => pointEcef)).toEqual([[-3913000, 3462000, -3645000], null]);
});
