import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MODEL_TYPES, type ModelType, NEARBY_PHOTOS } from '@overlook/shared/config';
import { STAGE_MESSAGES } from '@overlook/shared/messages';
import type { PermissionToken } from '@overlook/shared/permissions';
import { command } from '../../../state/commands.ts';
import { momentsAt, resetMoments, setCaptures, setMoment, showMoments } from '../../../state/moments.ts';
import { photos, PHOTOS_PATH, resetPhotos } from '../../../state/photos.ts';
import { resetStageChoices, stageChoices } from '../../../state/stage.ts';
import { openSwipe, resetSwipe, swipe, toggleSwipe } from '../../../state/swipe.ts';
import { answerCalls, showInPage } from '../../../testing/in-page.tsx';
import { LayerSelector } from './layer-selector.tsx';

const [TEXTURED, SHADED, POINTS, CAD] = MODEL_TYPES;
const tokensOf = (...types: ModelType[]) => types.map(({ token }) => token);
const EVERY_LAYER = tokensOf(TEXTURED, SHADED, POINTS, CAD);

beforeEach(() => {
  const model = (id: number, modeltypeId: number, publishedAt: string | null) => ({
    id,
    modelgroupId: 1,
    modeltypeId,
    filepath: `/${id}`,
    plan: null,
    publishedAt,
  });
  answerCalls({
    'sites.all': () => ({ sites: [{ id: 1, slug: 'ridgeway', name: 'Ridgeway' }] }),
    'modelGroups.all': () => ({ modelgroups: [{ id: 1, siteId: 1 }] }),
    'models.all': () => ({
      models: [model(1, TEXTURED.id, '2026-03-04T12:00:00.000Z'), model(2, POINTS.id, null), model(3, CAD.id, null)],
    }),
  });
});
afterEach(() => {
  act(() => {
    resetMoments();
    resetStageChoices();
    resetSwipe();
    resetPhotos();
  });
  history.replaceState(null, '', '/');
});

async function show(
  props: Partial<Parameters<typeof LayerSelector>[0]> = {},
  tokens: readonly PermissionToken[] = EVERY_LAYER,
) {
  const { user } = showInPage(<LayerSelector variant="strip" {...props} />, tokens);
  await screen.findByRole(props.variant && props.variant !== 'strip' ? 'button' : 'radiogroup');
  return user;
}
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked);

describe('the strip', () => {
  it('has all layers in their order, with the first available one chosen', async () => {
    await show();
    expect(screen.getAllByRole('radio').map((one) => one.closest('label')!.textContent)).toEqual(
      [TEXTURED, SHADED, POINTS, CAD].map((type) => type.label),
    );
    expect(chosen()).toEqual([radio(TEXTURED.label)]);
  });

  it('shows the layer that is clicked', async () => {
    const user = await show();
    await user.click(radio(CAD.label));
    expect(stageChoices.layers[0]).toBe(CAD.id);
    await waitFor(() => expect(chosen()).toEqual([radio(CAD.label)]));
  });

  it('names the layers that the site has where a missing one is chosen, and keeps the layer', async () => {
    const user = await show();
    await user.click(radio(SHADED.label));
    const dialog = await screen.findByRole('alertdialog', { name: STAGE_MESSAGES['stage.layerMissing'] });
    expect(dialog.textContent).toContain(
      `This site has ${[TEXTURED, POINTS, CAD].map((type) => type.label).join(', ')}.`,
    );
    await user.click(within(dialog).getByRole('button'));
    expect(stageChoices.layers[0]).toBeNull();
    expect(chosen()).toEqual([radio(TEXTURED.label)]);
  });

  it('says that a layer is not for this person, also where the site has it', async () => {
    const user = await show({}, tokensOf(TEXTURED, SHADED, POINTS));
    await user.click(radio(CAD.label));
    const dialog = await screen.findByRole('alertdialog', { name: CAD.label });
    expect(dialog.textContent).toContain(STAGE_MESSAGES['stage.layerForbidden']);
  });

  it('says that there is no model where no layer can be shown', async () => {
    const user = await show({}, tokensOf(SHADED));
    expect(chosen()).toEqual([]);
    await user.click(radio(SHADED.label));
    expect((await screen.findByRole('alertdialog')).textContent).toContain(STAGE_MESSAGES['stage.noModel']);
  });

  it('receives the keyboard by its command, on the active screen only', async () => {
    await show();
    act(() => command('showLayers'));
    expect(document.activeElement).toBe(radio(TEXTURED.label));
  });
});

describe('the button', () => {
  it('has the layer and the day of its publication in its name while two are compared', async () => {
    act(toggleSwipe);
    await show({ variant: 'button' });
    expect(screen.getByRole('button').getAttribute('aria-label')).toMatch(/^Layer: left Textured.* \d/);
  });

  it('has the number of its screen, and opens the list of layers', async () => {
    const user = await show({ variant: 'button', number: 2 });
    const button = screen.getByRole('button', { name: `Layer: screen 2 ${TEXTURED.label}` });
    await user.click(button);
    await user.click(await screen.findByRole('radio', { name: CAD.label }));
    expect(stageChoices.layers[0]).toBe(CAD.id);
  });

  it('closes the list after a choice, also of the layer that is shown; arrows go on', async () => {
    const user = await show({ variant: 'button' });
    const open = () => user.click(screen.getByRole('button', { name: /^Layer/ }));
    const isClosed = () => waitFor(() => expect(screen.queryByRole('radiogroup')).toBeNull());
    await open();
    await user.click(await screen.findByRole('radio', { name: CAD.label }));
    await isClosed();
    await open();
    await user.click(await screen.findByRole('radio', { name: CAD.label }));
    await isClosed();
    await open();
    await screen.findByRole('radiogroup');
    act(() => radio(CAD.label).focus());
    await user.keyboard('{ArrowUp}');
    expect(stageChoices.layers[0]).toBe(POINTS.id);
    expect(screen.getByRole('radiogroup')).toBeTruthy();
    await user.keyboard('{Enter}');
    await isClosed();
  });

  it('is pressed by the command', async () => {
    await show({ variant: 'icon' });
    act(() => command('showLayers'));
    expect(await screen.findByRole('radio', { name: CAD.label })).toBeTruthy();
  });
});

describe('of the second side of a swipe', () => {
  it('chooses that side, and not the layer of the first', async () => {
    act(toggleSwipe);
    const user = await show({ side: 'second' });
    // The first layer that the first side does not show.
    expect(chosen()).toEqual([radio(POINTS.label)]);
    expect(radio(TEXTURED.label).disabled).toBe(true);
    await user.click(radio(CAD.label));
    expect([swipe.secondLayer, stageChoices.layers[0]]).toEqual([CAD.id, null]);
  });
});

describe('of a layer with two captures', () => {
  const [MARCH, SEPTEMBER] = ['2026-03-14', '2026-09-26'];
  const captureOf = (takenOn: string, date: string) => ({
    id: Number(takenOn.slice(5, 7)),
    isCurrent: false,
    url: `/${takenOn}`,
    takenOn,
    date,
  });
  const [march, september] = [captureOf(MARCH, '14 Mar 2026'), captureOf(SEPTEMBER, '26 Sep 2026')];
  beforeEach(() =>
    setCaptures({
      siteId: 1,
      areSeveral: true,
      newestDay: SEPTEMBER,
      at: (layer, moment) => (layer === TEXTURED.id ? (moment === MARCH ? march : september) : null),
      draftedLayer: () => null,
      countOf: (layer) => (layer === TEXTURED.id ? 2 : 1),
      momentBeside: () => MARCH,
    }),
  );

  it('the button has the date of the moment', async () => {
    await show({ variant: 'button' });
    expect(screen.getByRole('button', { name: 'Layer: Textured 26 Sep 2026' })).toBeTruthy();
    act(() => setMoment(1, 0, MARCH));
    expect(await screen.findByRole('button', { name: 'Layer: Textured 14 Mar 2026' })).toBeTruthy();
  });

  it('both sides of a swipe may show it, at two moments', async () => {
    act(toggleSwipe);
    const user = await show({ side: 'second' });
    expect(radio(TEXTURED.label).disabled).toBe(false);
    await user.click(radio(TEXTURED.label));
    expect([swipe.secondLayer, momentsAt(1).second]).toEqual([TEXTURED.id, MARCH]);
    await user.click(radio(POINTS.label));
    expect(momentsAt(1).second).toBe(MARCH);
  });
});

it('both sides of a linked swipe keep their layer until the captures are known', async () => {
  act(() => {
    showMoments(1, [], '2026-03-14');
    openSwipe({ secondLayerId: TEXTURED.id, fraction: 0.5, direction: 'sideBySide' });
  });
  await show({ side: 'second' });
  expect(chosen()).toEqual([radio(TEXTURED.label)]);
});

describe('nearby photos', () => {
  const WITH_PHOTOS = [...EVERY_LAYER, NEARBY_PHOTOS.token];

  it('are an entry for people who may see them, which opens their panel', async () => {
    const user = await show({}, WITH_PHOTOS);
    await user.click(radio(NEARBY_PHOTOS.label));
    expect([photos.layerScreen, location.pathname]).toEqual([0, PHOTOS_PATH]);
    expect(chosen()).toEqual([radio(NEARBY_PHOTOS.label)]);
    await user.click(radio(CAD.label));
    expect([photos.layerScreen, stageChoices.layers[0]]).toEqual([null, CAD.id]);
  });

  it('are no entry while two layers are compared', async () => {
    act(toggleSwipe);
    await show({}, WITH_PHOTOS);
    expect(screen.queryByRole('radio', { name: NEARBY_PHOTOS.label })).toBeNull();
  });
});
