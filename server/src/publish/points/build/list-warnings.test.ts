import { expect, it } from 'vitest';
import { listWarnings } from './list-warnings.ts';

it('equal warnings of many files are given once', () => {
  const extra = 'Extra bytes of each point are not read: Amplitude.';
  const files = Array.from({ length: 10_000 }, (_, i) => ({ name: `scan-${i}.las`, warnings: [extra] }));
  const last = { name: 'last.e57', warnings: ['Pictures in the file are not read: 2.', extra] };
  expect(listWarnings([...files, last])).toEqual([
    `scan-0.las, scan-1.las, scan-2.las and 9998 more: ${extra}`,
    'last.e57: Pictures in the file are not read: 2.',
  ]);
});
