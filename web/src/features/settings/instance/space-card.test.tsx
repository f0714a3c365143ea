import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showInPage } from '../../../testing/in-page.tsx';
import { SpaceCard } from './space-card.tsx';

const site = (id: number, name: string, bytes: number | null, isArchived = false) => ({
  id,
  slug: name.toLowerCase(),
  name,
  bytes,
  isArchived,
});
const storage = (sites: ReturnType<typeof site>[], bytes: number | null) => ({
  isKnown: true as const,
  folder: '/data',
  isWritable: true,
  freeBytes: 5_000_000,
  diskBytes: 10_000_000,
  used: bytes === null ? null : { bytes, files: 9, countedAt: '2026-03-14T08:00:00.000Z' },
  sites,
  isCounting: false,
});
const lines = () => screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling!.textContent}`);

it('says what each site takes, archived ones too, and the rest', () => {
  showInPage(
    <SpaceCard storage={storage([site(1, 'Plant', 6_000_000), site(2, 'Depot', 3_000_000, true)], 10_000_000)} />,
  );
  expect(lines().map((line) => line.replaceAll('\u00a0', ' '))).toEqual([
    expect.stringMatching(/^Plant: [\d.]+.MB, 60 %$/),
    expect.stringMatching(/^Depot, archived: [\d.]+.MB, 30 %$/),
    expect.stringMatching(/^Photos, uploads, exports and other files: [\d.]+.(MB|kB|KB), 10 %$/),
  ]);
});

it('says that they are counted', () => {
  showInPage(<SpaceCard storage={storage([site(1, 'Plant', null)], null)} />);
  expect(lines()[0]).toBe('Plant: Being counted');
});
