import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import { cad } from '../../../state/cad.ts';
import { answerCalls, Refusal, showInPage } from '../../../testing/in-page.tsx';
import { TouchedObjects } from './touched-objects.tsx';

const PLACE = { siteId: 1, id: 7, areaUuid: '6f1b6a10-6a4e-4a53-9d8a-5a2f0d6b1c11' };

/** A site with one layer. */
const siteWith = (modeltypeId: number) => ({
  'sites.all': () => ({ sites: [{ id: 1, slug: 'ridgeway', name: 'Ridgeway' }] }),
  'modelGroups.all': () => ({ modelgroups: [{ id: 5, siteId: 1 }] }),
  'models.all': () => ({ models: [{ id: 9, modelgroupId: 5, modeltypeId }] }),
});
const [CAD, TEXTURED] = [4, 3];

it('says that there is no layer to compare with, where the person sees none', async () => {
  answerCalls({
    ...siteWith(TEXTURED),
    'mocs.touched': () => {
      throw new Refusal(404, MOCS_MESSAGES['touched.noLayer']);
    },
  });
  showInPage(<TouchedObjects place={PLACE} name="Laydown" />);
  expect(await screen.findByText(MOCS_MESSAGES['touched.noLayer'])).toBeTruthy();
});

it('shows names and tags, and selects all objects by one call', async () => {
  const item = { path: '', isInside: true };
  const calls = answerCalls({
    ...siteWith(CAD),
    'mocs.touched': () => ({
      items: [
        { ...item, id: 3, name: 'Pump', tags: ['P-101', 'P-102'], batchId: 30 },
        { ...item, id: 4, name: 'Pipe', tags: [], batchId: 41, isInside: false },
      ],
      total: 5000,
    }),
    'mocs.touchedFeatures': () => ({ id: [3, 4, 9], feature: [30, 41, 90] }),
  });
  const { user } = showInPage(<TouchedObjects place={PLACE} name="Laydown" />);
  expect(await screen.findByText('P-101, P-102')).toBeTruthy();
  expect(screen.getByText('5,000 objects, the first 2 listed')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Select all' }));
  await waitFor(() =>
    expect(cad.selected).toEqual([
      { id: 3, features: [30, 30] },
      { id: 4, features: [41, 41] },
      { id: 9, features: [90, 90] },
    ]),
  );
  expect(calls.map(({ name }) => name).filter((name) => name.startsWith('mocs.'))).toEqual([
    'mocs.touched',
    'mocs.touchedFeatures',
  ]);
});
