import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enuFrame } from '@overlook/shared/maths';
import { MeshIndexBuilder } from '@overlook/shared/meshes';
import { layerNotHeldText, EXPORTS_MESSAGES } from '@overlook/shared/messages';
import type { MeshLayer } from '@overlook/shared/schemas';
import { queryClient } from '../../../api/queries.ts';
import { noCaptures, resetMoments, setCaptures } from '../../../state/moments.ts';
import { answerCalls } from '../../../testing/in-page.tsx';
import {
  ANSWERS,
  AWAY,
  CENTER,
  description,
  GROUND,
  openBox,
  openBoxForEach,
  sentences,
  show,
  submit,
} from './testing/open-exports.tsx';

beforeEach(() => sessionStorage.clear());
openBoxForEach();
afterEach(resetMoments);

describe('the export of a layer', () => {
  /** A cube of 3 m with 6000 triangles about the middle of the box. */
  const INDEX = (() => {
    const builder = new MeshIndexBuilder();
    const { ecefFromEnu } = enuFrame(GROUND);
    builder.add({
      min: [-1.5, -1.5, -1.5],
      max: [1.5, 1.5, 1.5],
      toEcef: ecefFromEnu,
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
    expect([...source().options].map(({ text }) => text)).toEqual(['Point Cloud', 'Textured', 'Project Layer']);
    await user.selectOptions(source(), 'Project Layer');
    for (const name of ['Density', 'Coordinates']) expect(screen.queryByRole('combobox', { name })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(await screen.findByText(/^About 6,000 triangles, 200/)).toBeTruthy();
    expect(screen.getByText(EXPORTS_MESSAGES['export.glbHint'])).toBeTruthy();
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
    expect(sentences()).toEqual([EXPORTS_MESSAGES['export.layerSubmitted']]);
    expect(source().value).toBe('4');
  });

  it('may be a drawing, which says on which sheet it fits, and is sent with its plane, sheet and scale', async () => {
    const calls = answerCalls({ ...withLayers, 'exports.draw': () => ({ status: 'success', downloads: [] }) });
    const { user } = show();
    await user.type(await description(), 'C-103 tie-in');
    await user.selectOptions(source(), 'Project Layer');
    await user.click(screen.getByRole('radio', { name: EXPORTS_MESSAGES['export.drawing'] }));
    await user.click(screen.getByRole('radio', { name: EXPORTS_MESSAGES['export.drawingViewSection'] }));
    expect(screen.getByText(EXPORTS_MESSAGES['export.drawingHintSection'])).toBeTruthy();
    const scale = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Scale' });
    await user.selectOptions(scale(), '1 : 5');
    expect(
      await screen.findAllByText('At 1 : 5 the drawing is 800 × 800 mm, which is too large for A3. It fits on A0.'),
    ).toHaveLength(2);
    expect(submit().getAttribute('aria-disabled')).toBe('true');
    await user.selectOptions(scale(), '1 : 20');
    expect(await screen.findByText('At 1 : 20 the drawing is 200 × 200 mm, and fits on A3.')).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'DXF' }));
    await user.click(submit());
    await screen.findByRole('button', { name: 'Show downloads' });
    expect(calls.find(({ name }) => name === 'exports.draw')!.input).toMatchObject({
      modeltypeId: 4,
      view: 'section',
      sheet: 'A3',
      scale: 20,
      formats: ['PDF', 'DXF'],
      sizeX: 4,
    });
  });

  it('is of the capture that is shown, and says its date', async () => {
    const march = { id: 7, isCurrent: false, url: '/march', takenOn: '2026-03-14', date: '14 Mar 2026' };
    const captures = { ...noCaptures(3), areSeveral: true, at: () => march };
    const calls = answerCalls({
      ...withLayers,
      'exports.cropLayer': () => ({ status: 'success', downloads: [] }),
    });
    setCaptures(captures);
    const { user } = show();
    await user.type(await description(), 'C-103 tie-in');
    expect(screen.getByText('Capture of 14 Mar 2026')).toBeTruthy();
    expect(calls.find(({ name }) => name === 'exports.pointcloud')!.input).toMatchObject({ captureId: 7 });
    await user.selectOptions(source(), 'Project Layer');
    // The size is estimated from the files of that capture.
    await waitFor(() =>
      expect(calls.findLast(({ name }) => name === 'exports.layers')!.input).toMatchObject({ captureId: 7 }),
    );
    await user.click(submit());
    await screen.findByRole('button', { name: 'Show downloads' });
    const request = calls.find(({ name }) => name === 'exports.cropLayer')!.input;
    expect(request).toMatchObject({ modeltypeId: 4, captureId: 7 });
  });

  it('is refused where the box holds none, and by its name where another server holds the layer', async () => {
    answerCalls(withLayers);
    openBox(AWAY);
    const { user } = show();
    await description();
    await user.selectOptions(source(), 'Project Layer');
    expect(await screen.findAllByText(EXPORTS_MESSAGES['export.noTriangles'])).toHaveLength(2);
    await user.selectOptions(source(), 'Textured');
    expect(await screen.findAllByText(layerNotHeldText(3))).toHaveLength(2);
    expect(submit().getAttribute('aria-disabled')).toBe('true');
  });

  it('is shown for a site without a point cloud, with that message', async () => {
    answerCalls({ ...withLayers, 'exports.pointcloud': () => ({ pointcloud: null }) });
    show();
    expect(await screen.findByText(EXPORTS_MESSAGES['exports.unavailable'])).toBeTruthy();
    expect([...source().options].map(({ text }) => text)).toEqual(['Textured', 'Project Layer']);
  });
});
