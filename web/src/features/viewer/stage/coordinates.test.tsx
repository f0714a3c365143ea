import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Stage } from '@overlook/engine';
import { ecefFromLla } from '@overlook/shared/maths';
import type { Site } from '@overlook/shared/schemas';
import { procedures, queryClient } from '../../../api/queries.ts';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { resetScreen, stageOpened } from '../../../state/screens.ts';
import { showInPage } from '../../../testing/in-page.tsx';
import { CursorCoordinates } from './coordinates.tsx';
import { ProjectionSelect } from './projection-select.tsx';

const before = { ...preferences };
let point: (hit: { pointEcef: readonly number[] }) => void;
const stage = { on: (_: string, listener: typeof point) => ((point = listener), () => undefined) };
const putSite = (data: object) =>
  queryClient.setQueryData(procedures.sites.all.queryKey(), { sites: [{ id: 1, data } as unknown as Site] });

beforeEach(() => {
  setPreference('selectedSiteId', 1);
  setPreference('projection', 'site');
  stageOpened(0, stage as unknown as Stage);
});
afterEach(() => {
  resetScreen(0);
  setPreference('selectedSiteId', before.selectedSiteId);
  setPreference('projection', before.projection);
  queryClient.clear();
});

const show = () =>
  showInPage(
    <>
      <CursorCoordinates />
      <ProjectionSelect />
    </>,
  );
const line = () => screen.getByLabelText('Coordinates of the cursor').textContent;
const pointAt = () =>
  act(async () => {
    point({ pointEcef: ecefFromLla({ longitude: 138.4932, latitude: -35.0789, height: 31.42 }) });
  });

it('coordinates are in the system of the site until another is chosen', async () => {
  putSite({ coordinateSystem: 'EPSG:7854' });
  const { user } = show();
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Projection' });
  await waitFor(() => expect(choice.selectedOptions[0]!.text).toBe('GDA2020 / MGA zone 54'));
  await pointAt();
  await waitFor(() => expect(line()).toMatch(/^E271,/));
  await user.selectOptions(choice, 'WGS84');
  await pointAt();
  await waitFor(() => expect(line()).toContain('138.493200°'));
});

it('coordinates of a site without a system are in WGS84', async () => {
  putSite({});
  show();
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Projection' });
  expect(Array.from(choice.options, ({ text }) => text)).toEqual(['WGS84', 'UTM']);
  expect(choice.value).toBe('wgs84');
  await pointAt();
  await waitFor(() => expect(line()).toContain('−35.078900°'));
});
