import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExportFormat } from '@overlook/shared/config';
import { fileSizeText } from '@overlook/shared/format';
import { enuFrame, llaToEcef, multiply } from '@overlook/shared/maths';
import { MeshIndexBuilder } from '@overlook/shared/meshes';
import { layerNotHeldText, MESSAGES, tooManyPointsText } from '@overlook/shared/messages';
import type { PermissionToken } from '@overlook/shared/permissions';
import { type CountGrid, estimateSize } from '@overlook/shared/points';
import type { MeshLayer, Pointcloud } from '@overlook/shared/schemas';
import { queryClient } from '../../../api/queries.ts';
import type { SectionBox } from '../../../engine/index.ts';
import { openSection, resetSection, section, toggleSection } from '../../../state/section.ts';
import { toasts } from '../../../state/toasts.ts';
import { answerCalls, Refusal, showInPage } from '../../../testing/in-page.tsx';
import { exportDraft, leaveExportDraft, openExportDraft, placeExportBox } from './export-draft.ts';
import { ExportsPanel } from './exports-panel.tsx';

const GROUND = { longitude: 138.4932, latitude: -35.0789, height: 30 };
const CENTER = llaToEcef(GROUND);
const BOX: SectionBox = { centerEcef: CENTER, size: [4, 4, 4], headingRad: 0 };
/** Far from every point. */
const AWAY: SectionBox = { ...BOX, centerEcef: llaToEcef({ ...GROUND, height: 900 }) };

/** A cube of 100 m about the box, in cells of 2 m, with 1000 points a cubic metre at 2.5 mm and 10 at 50 mm. */
const GRID: CountGrid = (() => {
  const shift = [0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 25, 25, 25, 1];
  const ecefToCell = Float64Array.from(multiply(shift, enuFrame(GROUND).fromEcef));
  const cells = Array.from({ length: 50 ** 3 }, (_, i) => [i % 50, Math.floor(i / 50) % 50, Math.floor(i / 2500)]);
  const axis = (index: number) => Uint16Array.from(cells, (cell) => cell[index]!);
  const counts = [8000, 80].map((count) => new Uint32Array(cells.length).fill(count));
  return { ecefToCell, cellM: 2, densities: [0.0025, 0.05], x: axis(0), y: axis(1), z: axis(2), counts };
})();

const SITE = { id: 3, slug: 'ridgeway' };

const CLOUD: Pointcloud = {
  uuid: '7b0c2a3e-4444-4aaa-8bbb-cccccccccccc',
  densities: [0.0025, 0.05],
  points: 1e9,
  coordinateSystem: 'WGS 84 / UTM zone 54S',
  hasColor: true,
  hasIntensity: true,
  gridUrl: '/files/pointgrab/grid/1',
  pointsMost: 50e6,
};

const BOTH: PermissionToken[] = ['POINTGRAB:CREATE', 'POINTGRAB:DOWNLOAD'];
const OWN = { userId: 7, siteId: SITE.id, notice: { notify: false, notifyEmail: 'ana.ruiz@overlook.example' } };

const ANSWERS = {
  'exports.pointcloud': (): unknown => ({ pointcloud: CLOUD }),
  'exports.layers': (): unknown => ({ layers: [] }),
  'exports.downloads': () => ({ downloads: [] }),
  'exports.crop': (): unknown => ({ status: 'success', downloads: [] }),
};

const show = (tokens = BOTH) => showInPage(<ExportsPanel site={SITE} onClose={() => undefined} />, tokens);
const field = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name });
const description = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Description' });
const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'E-mail' });
const submit = () => screen.getByRole('button', { name: 'Submit export' });
const sentences = () => toasts.shown.map(({ key }) => key);

/** The actions of the application when the panel opens. */
function openBox(box = BOX): void {
  openExportDraft(OWN);
  placeExportBox(box);
  openSection({ box, planes: [] });
}

beforeEach(() => {
  sessionStorage.clear();
  queryClient.setQueryData(['count grid', CLOUD.gridUrl], GRID);
  openBox();
});
afterEach(() => {
  vi.useRealTimers();
  leaveExportDraft();
  resetSection();
});

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
    for (const key of ['export.formatRequired', 'export.descriptionRequired', 'user.emailInvalid'] as const)
      expect(screen.getByText(MESSAGES[key])).toBeTruthy();
    expect(text.getAttribute('aria-invalid')).toBe('true');
    expect(calls.some(({ name }) => name === 'exports.crop')).toBe(false);
    // An address that is not needed cannot be wrong.
    await user.click(screen.getByRole('switch', { name: 'Notify me by e-mail' }));
    expect(screen.queryByText(MESSAGES['user.emailInvalid'])).toBeNull();
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
    expect(sentences()).toEqual(['export.submitted']);
    expect((await description()).value).toBe('');
    await user.click(more);
    expect(await screen.findByText(MESSAGES['exports.none'])).toBeTruthy();
    // The button was removed with the form.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Downloads' })));
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
    showNext(<ExportsPanel site={{ id: 4, slug: 'coast' }} onClose={() => undefined} />);
    await user.type(await description(), 'Jetty');
    answer();
    await waitFor(() => expect(sentences()).toEqual(['export.submitted']));
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
    expect(sentences()).toEqual(['export.submitFailed']);
  });

  it('shows a refusal of the whole request in place', async () => {
    const crop = () => {
      throw new Refusal(409, MESSAGES['export.tooManyPending']);
    };
    answerCalls({ ...ANSWERS, 'exports.crop': crop });
    const { user } = show();
    await user.type(await description(), 'C-103 tie-in');
    await user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toContain(MESSAGES['export.tooManyPending']);
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

describe('the box in figures', () => {
  const box = () => section.volume!.box!;

  it('steps by 0.25 m, ends at 0.05 m and shows its volume', async () => {
    answerCalls(ANSWERS);
    const { user } = show();
    await description();
    await user.click(screen.getByRole('button', { name: 'Size east: more' }));
    expect(box().size).toEqual([4.25, 4, 4]);
    await user.clear(field('Size up'));
    await user.type(field('Size up'), '0{Enter}');
    expect(box().size[2]).toBe(0.05);
    expect(screen.getByRole('button', { name: 'Size up: less' })).toHaveProperty('disabled', true);
    for (const [name, metres] of [
      ['Size east', '12'],
      ['Size north', '12'],
      ['Size up', '20'],
    ] as const) {
      await user.clear(field(name));
      await user.type(field(name), `${metres}{Enter}`);
    }
    expect(screen.getByLabelText('Volume').textContent).toBe('2,880.00\u202Fm³');
    expect(box().centerEcef).toEqual(CENTER);
  });

  it('moves by 0.25 m along its axes', async () => {
    answerCalls(ANSWERS);
    const { user } = show();
    await description();
    await user.click(screen.getByRole('radio', { name: 'Move' }));
    await user.click(screen.getByRole('button', { name: 'Moved up: more' }));
    const up = llaToEcef({ ...GROUND, height: GROUND.height + 0.25 });
    expect(Math.hypot(...up.map((value, i) => value - box().centerEcef[i]!))).toBeLessThan(1e-6);
    expect(field('Moved up').value).toBe('0.25');
  });

  it('turns by 10°, from 350° on to 0°, and back', async () => {
    answerCalls(ANSWERS);
    const { user } = show();
    await description();
    await user.click(screen.getByRole('radio', { name: 'Rotate' }));
    await user.click(screen.getByRole('button', { name: 'Rotation: less' }));
    expect(field('Rotation').value).toBe('350');
    await user.click(screen.getByRole('button', { name: 'Rotation: more' }));
    expect(field('Rotation').value).toBe('0');
  });

  it('is 1 m a side after Clear selection', async () => {
    answerCalls(ANSWERS);
    const { user } = show();
    await description();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(box().size).toEqual([1, 1, 1]);
  });

  it('cuts the model until that is switched off', async () => {
    answerCalls(ANSWERS);
    const { user } = show();
    await description();
    expect(section.cut?.box).toEqual(BOX);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Hidden' }).checked).toBe(true);
    await user.click(screen.getByRole('radio', { name: 'Dimmed' }));
    expect([section.cut, section.outside]).toEqual([null, 'dimmed']);
    expect(box()).toEqual(BOX);
  });
});

it('a box that is switched off is shown again, and nothing is sent before', async () => {
  answerCalls(ANSWERS);
  const { user } = show();
  await description();
  act(toggleSection);
  expect(await screen.findAllByText(MESSAGES['export.noBox'])).not.toHaveLength(0);
  await waitFor(() => expect(submit().getAttribute('aria-disabled')).toBe('true'));
  await user.click(screen.getByRole('button', { name: 'Show the box' }));
  expect(section.isOpen).toBe(true);
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

describe('the estimate', () => {
  const estimated = (formats: readonly ExportFormat[]) => {
    const sizeBytes = formats.reduce((sum, format) => sum + estimateSize(format, 64_000), 0);
    return `About 64,000 points, ${fileSizeText(sizeBytes)}`.replace('\u202F', ' ');
  };

  it('has points and bytes of all formats, within 100 ms of a change', async () => {
    answerCalls(ANSWERS);
    const { user } = show();
    expect(await screen.findByText(estimated(['E57']))).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'PTS' }));
    expect(await screen.findByText(estimated(['E57', 'PTS']))).toBeTruthy();
    vi.useFakeTimers();
    act(() => openSection({ box: { ...BOX, size: [8, 8, 8] }, planes: [] }));
    await act(() => vi.advanceTimersByTimeAsync(60));
    expect(screen.getByText(/^About 512,000 points/)).toBeTruthy();
  });

  it('names the density at which a box that is too large fits, and nothing is sent before', async () => {
    const calls = answerCalls(ANSWERS);
    const { user } = show();
    await user.type(await description(), 'All of it');
    act(() => openSection({ box: { ...BOX, size: [80, 80, 80] }, planes: [] }));
    const reason = 'About 512 million points, and one export takes 50 million. Choose 50mm or make the box smaller.';
    expect(await screen.findAllByText(reason)).toHaveLength(2);
    expect(submit().getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById(submit().getAttribute('aria-describedby')!)!.textContent).toBe(reason);
    await user.click(submit());
    await user.selectOptions(screen.getByRole('combobox', { name: 'Density' }), '50mm');
    await waitFor(() => expect(submit().getAttribute('aria-disabled')).toBeNull());
    expect(calls.some(({ name }) => name === 'exports.crop')).toBe(false);
  });

  it('reports that a box holds no points', async () => {
    answerCalls(ANSWERS);
    openBox(AWAY);
    show();
    expect(await screen.findAllByText(MESSAGES['export.noPoints'])).toHaveLength(2);
    expect(submit().getAttribute('aria-disabled')).toBe('true');
  });

  it('does not prevent sending when the grid cannot be loaded', async () => {
    queryClient.clear();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    answerCalls({ ...ANSWERS, '/api/files/pointgrab/grid/1': () => 'no grid' });
    show();
    expect(await screen.findByText(MESSAGES['export.estimateFailed'])).toBeTruthy();
    expect(submit().getAttribute('aria-disabled')).toBeNull();
  });
});

describe('the export of a layer', () => {
  /** A cube of 3 m with 6000 triangles about the middle of the box. */
  const INDEX = (() => {
    const builder = new MeshIndexBuilder();
    const { toEcef } = enuFrame(GROUND);
    builder.add({
      min: [-1.5, -1.5, -1.5],
      max: [1.5, 1.5, 1.5],
      toEcef,
      triangles: 6000,
      meshBytes: 198_000,
      textureBytes: 0,
    });
    return builder.finish();
  })();
  const LAYERS: MeshLayer[] = [
    { modeltypeId: 3, indexUrl: null, trianglesMost: 10_000 },
    { modeltypeId: 4, indexUrl: '/files/pointgrab/meshes/3/4/v', trianglesMost: 10_000 },
  ];
  const withLayers = { ...ANSWERS, 'exports.layers': () => ({ layers: LAYERS }) };
  const source = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Source' });

  beforeEach(() => queryClient.setQueryData(['mesh index', LAYERS[1]!.indexUrl], INDEX));

  it('has no density and no other format, says triangles and bytes, and is sent', async () => {
    const calls = answerCalls({
      ...withLayers,
      'exports.cropLayer': () => ({ status: 'success', downloads: [] }),
    });
    const { user } = show();
    await user.type(await description(), 'C-103 tie-in');
    expect([...source().options].map(({ text }) => text)).toEqual([
      'Point Cloud',
      'Textured (GLB)',
      'Project Layer (GLB)',
    ]);
    await user.selectOptions(source(), 'Project Layer (GLB)');
    for (const name of ['Density', 'Coordinates']) expect(screen.queryByRole('combobox', { name })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(await screen.findByText(/^About 6,000 triangles, 200/)).toBeTruthy();
    expect(screen.getByText(MESSAGES['export.glbHint'])).toBeTruthy();
    await user.click(submit());
    await screen.findByRole('button', { name: 'Show downloads' });
    expect(calls.find(({ name }) => name === 'exports.cropLayer')!.input).toEqual({
      siteSlug: 'ridgeway',
      modeltypeId: 4,
      description: 'C-103 tie-in',
      notify: false,
      notifyEmail: null,
      centerX: CENTER[0],
      centerY: CENTER[1],
      centerZ: CENTER[2],
      sizeX: 4,
      sizeY: 4,
      sizeZ: 4,
      degrees: 0,
    });
    expect(sentences()).toEqual(['export.layerSubmitted']);
    expect(source().value).toBe('4');
  });

  it('is refused where the box holds none, and by its name where another server holds the layer', async () => {
    answerCalls(withLayers);
    openBox(AWAY);
    const { user } = show();
    await description();
    await user.selectOptions(source(), 'Project Layer (GLB)');
    expect(await screen.findAllByText(MESSAGES['export.noTriangles'])).toHaveLength(2);
    await user.selectOptions(source(), 'Textured (GLB)');
    expect(await screen.findAllByText(layerNotHeldText(3))).toHaveLength(2);
    expect(submit().getAttribute('aria-disabled')).toBe('true');
  });

  it('is shown for a site without a point cloud, with that message', async () => {
    answerCalls({ ...withLayers, 'exports.pointcloud': () => ({ pointcloud: null }) });
    show();
    expect(await screen.findByText(MESSAGES['exports.unavailable'])).toBeTruthy();
    expect([...source().options].map(({ text }) => text)).toEqual(['Textured (GLB)', 'Project Layer (GLB)']);
  });
});

describe('a site', () => {
  it('without a point cloud shows that', async () => {
    answerCalls({ ...ANSWERS, 'exports.pointcloud': () => ({ pointcloud: null }) });
    show();
    expect(await screen.findByText(MESSAGES['exports.unavailable'])).toBeTruthy();
  });

  it('that has not been selected is requested', () => {
    showInPage(<ExportsPanel site={null} onClose={() => undefined} />, BOTH);
    expect(screen.getByText(MESSAGES['exports.noSite'])).toBeTruthy();
  });

  it('whose cloud could not be checked is checked again', async () => {
    let answer = (): unknown => {
      throw new Refusal(500, 'no');
    };
    answerCalls({ ...ANSWERS, 'exports.pointcloud': () => answer() });
    const { user } = show();
    expect((await screen.findByRole('alert')).textContent).toContain(MESSAGES['exports.checkFailed']);
    expect(sentences()).toEqual(['exports.checkFailed']);
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
