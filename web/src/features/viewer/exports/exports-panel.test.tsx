import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemTooFarText, tooManyPointsText, ADMIN_MESSAGES, EXPORTS_MESSAGES } from '@overlook/shared/messages';
import type { PermissionToken } from '@overlook/shared/permissions';
import type { ExportInput } from '@overlook/shared/schemas';
import { queryClient } from '../../../api/queries.ts';
import { closeSection, section, toggleSection } from '../../../state/section.ts';
import { answerCalls, Refusal, showInPage } from '../../../testing/in-page.tsx';
import { exportDraft, leaveExportDraft, openExportDraft } from './export-draft.ts';
import { ExportsPanel } from './exports-panel.tsx';
import {
  ANSWERS,
  BOTH,
  CENTER,
  CLOUD,
  description,
  email,
  openBoxForEach,
  OWN,
  sentences,
  show,
  SITE,
  submit,
} from './testing/open-exports.tsx';

beforeEach(() => sessionStorage.clear());
openBoxForEach();

describe('the form of an export', () => {
  it('begins with E57 at the first density, for the own address, without a mail', async () => {
    answerCalls(ANSWERS);
    show();
    await description();
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Density' }).selectedOptions[0]!.text).toBe('2.5mm');
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([
      true,
      false,
      false,
    ]);
    expect(email().value).toBe('ana.ruiz@overlook.example');
    expect(email().disabled).toBe(true);
  });

  it('begins with a mail where the notifications of the person ask for it', async () => {
    answerCalls(ANSWERS);
    openExportDraft({ ...OWN, siteId: 4, notice: { ...OWN.notice, notify: true } });
    showInPage(<ExportsPanel site={{ ...SITE, id: 4 }} onClose={() => undefined} />, BOTH);
    await description();
    expect(email().disabled).toBe(false);
  });

  it('shows missing values at their fields, and sends nothing', async () => {
    const calls = answerCalls(ANSWERS);
    const { user } = show();
    const text = await description();
    await user.click(screen.getByRole('checkbox', { name: 'E57' }));
    await user.click(screen.getByRole('switch', { name: 'Notify me by e-mail' }));
    await user.clear(email());
    await user.type(email(), 'ana.ruiz@@overlook.example');
    await user.click(submit());
    for (const text of [
      EXPORTS_MESSAGES['export.formatRequired'],
      EXPORTS_MESSAGES['export.descriptionRequired'],
      ADMIN_MESSAGES['user.emailInvalid'],
    ] as const)
      expect(screen.getByText(text)).toBeTruthy();
    expect(text.getAttribute('aria-invalid')).toBe('true');
    expect(calls.some(({ name }) => name === 'exports.crop')).toBe(false);
    // An address that is not needed cannot be wrong.
    await user.click(screen.getByRole('switch', { name: 'Notify me by e-mail' }));
    expect(screen.queryByText(ADMIN_MESSAGES['user.emailInvalid'])).toBeNull();
  });

  it('begins with the coordinate system of the site, unless the cloud is in it', async () => {
    const calls = answerCalls(ANSWERS);
    const ownSite = { ...SITE, data: { coordinateSystem: 'EPSG:7854' as const } };
    const panel = () => <ExportsPanel site={ownSite} onClose={() => undefined} />;
    const { user } = showInPage(panel(), BOTH);
    await user.type(await description(), 'In the system of the plant');
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Coordinates' });
    expect(choice.selectedOptions[0]!.text).toBe('EPSG:7854, of the site');
    await user.click(submit());
    await screen.findByRole('button', { name: 'Show downloads' });
    expect(calls.find(({ name }) => name === 'exports.crop')!.input).toMatchObject({ coordinates: 'EPSG:7854' });
    const cloud = { ...CLOUD, coordinateSystem: 'GDA2020 / MGA zone 54 (EPSG:7854)' };
    answerCalls({ ...ANSWERS, 'exports.pointcloud': () => ({ pointcloud: cloud }) });
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(choice.selectedOptions[0]!.text).toBe(cloud.coordinateSystem));
  });

  it('sends the box of the stage and the chosen values, and offers the downloads', async () => {
    const calls = answerCalls(ANSWERS);
    const { user } = show();
    await user.type(await description(), 'C-103 tie-in');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Density' }), '50mm');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Coordinates' }), 'ECEF (WGS84)');
    await user.click(screen.getByRole('checkbox', { name: 'LAS' }));
    await user.click(submit());
    const more = await screen.findByRole('button', { name: 'Show downloads' });
    expect(calls.find(({ name }) => name === 'exports.crop')!.input).toEqual({
      pointCloudID: CLOUD.uuid,
      siteSlug: 'ridgeway',
      density: 0.05,
      description: 'C-103 tie-in',
      notify: false,
      notifyEmail: null,
      formats: ['E57', 'LAS'],
      coordinates: 'ecef',
      centerX: CENTER[0],
      centerY: CENTER[1],
      centerZ: CENTER[2],
      sizeX: 4,
      sizeY: 4,
      sizeZ: 4,
      degrees: 0,
    });
    expect(sentences()).toEqual([EXPORTS_MESSAGES['export.submitted']]);
    expect((await description()).value).toBe('');
    await user.click(more);
    expect(await screen.findByText(EXPORTS_MESSAGES['exports.none'])).toBeTruthy();
    // The button was removed with the form.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Downloads' })));
  });

  it('sends the UTM zone of the box, and a typed system by its code', async () => {
    const calls = answerCalls({
      ...ANSWERS,
      'exports.pointcloud': () => ({ pointcloud: { ...CLOUD, coordinateSystem: 'Local coordinates' } }),
    });
    const sent = () =>
      calls.filter(({ name }) => name === 'exports.crop').map(({ input }) => (input as ExportInput).coordinates);
    const { user } = show();
    const choose = (system: string) =>
      user.selectOptions(screen.getByRole('combobox', { name: 'Coordinates' }), system);
    await user.type(await description(), 'C-103 tie-in');
    await choose('UTM zone 54S (WGS84)');
    await user.click(submit());
    await waitFor(() => expect(sent()).toEqual(['EPSG:32754']));
    await user.type(await description(), 'C-103 again');
    await choose('Another system');
    await user.click(submit());
    expect(screen.getByText(EXPORTS_MESSAGES['export.epsgRequired'])).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'EPSG code' }), ' epsg:7854 ');
    await user.click(submit());
    await waitFor(() => expect(sent()).toEqual(['EPSG:32754', 'EPSG:7854']));
  });

  it('shows at the code why the server refuses its system', async () => {
    const sentence = systemTooFarText('ETRS89 / UTM zone 32N (EPSG:25832)');
    const crop = () => {
      throw new Refusal(400, sentence, { coordinates: sentence });
    };
    answerCalls({ ...ANSWERS, 'exports.crop': crop });
    const { user } = show();
    await user.type(await description(), 'C-103 tie-in');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Coordinates' }), 'Another system');
    const code = screen.getByRole('textbox', { name: 'EPSG code' });
    await user.type(code, '25832');
    await user.click(submit());
    await waitFor(() => expect(document.activeElement).toBe(code));
    expect(screen.getAllByText(sentence)).toHaveLength(1);
    await user.type(code, '{Backspace}3');
    expect(screen.queryByText(sentence)).toBeNull();
  });

  it('changes no draft of another site that is opened before the answer', async () => {
    let answer = (): void => undefined;
    const crop = () => new Promise((resolve) => (answer = () => resolve({ status: 'success', downloads: [] })));
    answerCalls({ ...ANSWERS, 'exports.crop': crop });
    const { user, show: showNext } = show();
    await user.type(await description(), 'C-103 tie-in');
    await user.click(screen.getByRole('checkbox', { name: 'LAS' }));
    await user.click(submit());
    act(() => {
      leaveExportDraft();
      openExportDraft({ ...OWN, siteId: 4 });
    });
    showNext(<ExportsPanel site={{ id: 4, slug: 'coast', data: {} }} onClose={() => undefined} />);
    await user.type(await description(), 'Jetty');
    answer();
    await waitFor(() => expect(sentences()).toEqual([EXPORTS_MESSAGES['export.submitted']]));
    expect(exportDraft.draft!.values).toMatchObject({ description: 'Jetty', formats: ['E57'] });
    // The sent values are offered again with the box, except the description.
    leaveExportDraft();
    openExportDraft(OWN);
    expect(exportDraft.draft!.values).toMatchObject({ description: '', formats: ['E57', 'LAS'] });
    expect(exportDraft.draft!.box!.centerEcef).toEqual(CENTER);
  });

  it('keeps the typed values when sending fails, and marks the fields that the server names', async () => {
    const crop = () => {
      throw new Refusal(400, 'Check the fields.', { description: 'Too long' });
    };
    answerCalls({ ...ANSWERS, 'exports.crop': crop });
    const { user } = show();
    await user.type(await description(), 'C-103 tie-in');
    await user.click(submit());
    expect(await screen.findByText('Too long')).toBeTruthy();
    expect((await description()).value).toBe('C-103 tie-in');
    expect(document.activeElement).toBe(await description());
    expect(sentences()).toEqual([EXPORTS_MESSAGES['export.submitFailed']]);
  });

  it('shows a refusal of the whole request in place', async () => {
    const crop = () => {
      throw new Refusal(409, EXPORTS_MESSAGES['export.tooManyPending']);
    };
    answerCalls({ ...ANSWERS, 'exports.crop': crop });
    const { user } = show();
    await user.type(await description(), 'C-103 tie-in');
    await user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toContain(EXPORTS_MESSAGES['export.tooManyPending']);
  });

  it('says once why the server refuses a box that it counted, with the density that fits', async () => {
    const reason = tooManyPointsText(512e6, 50e6, 0.05);
    expect(reason).toMatch(/Choose 50mm or make the box smaller\.$/);
    const crop = () => {
      throw new Refusal(400, reason, { density: reason });
    };
    answerCalls({ ...ANSWERS, 'exports.crop': crop });
    const { user } = show();
    await user.type(await description(), 'All of it');
    await user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toContain(reason);
    expect(screen.getAllByText(reason)).toHaveLength(1);
  });

  it.each([
    ['closing the panel', () => leaveExportDraft()],
    ['a reload', () => void leaveExportDraft()],
  ])('continues after %s', async (_, leave) => {
    answerCalls(ANSWERS);
    const { user, show: showNext } = show();
    await user.type(await description(), 'Half a sentence');
    await user.click(screen.getByRole('checkbox', { name: 'PTS' }));
    showNext(null);
    act(leave);
    openExportDraft(OWN);
    showNext(<ExportsPanel site={SITE} onClose={() => undefined} />);
    expect((await description()).value).toBe('Half a sentence');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'PTS' }).checked).toBe(true);
  });
});

it('a box that is switched off is shown again, and nothing is sent before', async () => {
  answerCalls(ANSWERS);
  const { user } = show();
  await description();
  act(toggleSection);
  expect(await screen.findAllByText(EXPORTS_MESSAGES['export.noBox'])).not.toHaveLength(0);
  await waitFor(() => expect(submit().getAttribute('aria-disabled')).toBe('true'));
  await user.click(screen.getByRole('button', { name: 'Show the box' }));
  expect(section.isOpen).toBe(true);
});

it('a box that waits for the model is no fault, and nothing is sent before', async () => {
  answerCalls(ANSWERS);
  show();
  await description();
  act(closeSection);
  act(toggleSection);
  const lines = await screen.findAllByText(EXPORTS_MESSAGES['export.placing']);
  expect(lines.some((line) => line.closest('[data-refused="true"]'))).toBe(false);
  await waitFor(() => expect(submit().getAttribute('aria-disabled')).toBe('true'));
});

it('the draft of another site is none of this one', async () => {
  answerCalls(ANSWERS);
  leaveExportDraft();
  openExportDraft({ ...OWN, siteId: 4 });
  show();
  expect(await screen.findByRole('status', { name: 'Loading the point cloud' })).toBeTruthy();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('form')).toBeNull();
});

describe('a site', () => {
  it('without a point cloud shows that', async () => {
    answerCalls({ ...ANSWERS, 'exports.pointcloud': () => ({ pointcloud: null }) });
    show();
    expect(await screen.findByText(EXPORTS_MESSAGES['exports.unavailable'])).toBeTruthy();
  });

  it('that has not been selected is requested', () => {
    showInPage(<ExportsPanel site={null} onClose={() => undefined} />, BOTH);
    expect(screen.getByText(EXPORTS_MESSAGES['exports.noSite'])).toBeTruthy();
  });

  it('whose cloud could not be checked is checked again', async () => {
    let answer = (): unknown => {
      throw new Refusal(500, 'no');
    };
    answerCalls({ ...ANSWERS, 'exports.pointcloud': () => answer() });
    const { user } = show();
    expect((await screen.findByRole('alert')).textContent).toContain(EXPORTS_MESSAGES['exports.checkFailed']);
    expect(sentences()).toEqual([EXPORTS_MESSAGES['exports.checkFailed']]);
    answer = () => ({ pointcloud: CLOUD });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await description()).toBeTruthy();
  });
});

it.each([
  [['POINTGRAB:CREATE'], ['Tool']],
  [['POINTGRAB:DOWNLOAD'], ['Downloads']],
  [BOTH, ['Tool', 'Downloads']],
] as [PermissionToken[], string[]][])('those who hold %j see %j', async (tokens, titles) => {
  answerCalls(ANSWERS);
  show(tokens);
  const tabs = await screen.findByRole('tablist', { name: 'PointGrab' });
  expect(
    within(tabs)
      .getAllByRole('tab')
      .map(({ textContent }) => textContent),
  ).toEqual(titles);
});
