import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Basemap } from '../basemap/basemap.ts';
import { FirstPicture } from './first-picture.ts';
import { LateMap } from './late-map.ts';
import type { StageState } from './stage-state.ts';

const made: Record<keyof Basemap, ReturnType<typeof vi.fn>>[] = [];

function fakeMap() {
  const map = {
    setPose: vi.fn(),
    drawNews: vi.fn(),
    setVisible: vi.fn(),
    setPlan: vi.fn(),
    resize: vi.fn(),
    setDetail: vi.fn(),
    loaded: vi.fn(() => Promise.resolve()),
    canvas: vi.fn(),
    paintOver: vi.fn(),
    attributions: vi.fn(),
    destroy: vi.fn(),
  };
  made.push(map);
  return map;
}

const nextTask = () => vi.dynamicImportSettled();

function lateMap(firstPicture: Promise<void>) {
  return new LateMap({
    firstPicture,
    container: null!,
    styleUrl: null,
    antialias: false,
    state: () => ({ site: null }) as StageState,
    onNews: vi.fn(),
    onChange: vi.fn(),
    load: () => Promise.resolve({ createMaplibreBasemap: fakeMap }),
  });
}

beforeEach(() => void made.splice(0));

describe('the base map of a stage', () => {
  it('is created after the first picture', async () => {
    const picture = new FirstPicture();
    const late = lateMap(picture.over);
    late.setVisible(true);
    await nextTask();
    expect(made).toHaveLength(0);
    picture.drawn();
    await vi.waitFor(() => expect(made).toHaveLength(1));
    expect(made[0]!.setVisible).toHaveBeenLastCalledWith(true);
  });

  it('is not created before it is visible', async () => {
    const late = lateMap(Promise.resolve());
    late.setVisible(false);
    await nextTask();
    expect(made).toHaveLength(0);
    late.setVisible(true);
    await nextTask();
    expect(made).toHaveLength(1);
  });

  it('has what was set before it was created', async () => {
    const late = lateMap(Promise.resolve());
    late.setVisible(true);
    late.setDetail(0.5);
    late.setVisible(false);
    await nextTask();
    expect(made[0]!.setDetail).toHaveBeenLastCalledWith(0.5);
    expect(made[0]!.setVisible).toHaveBeenLastCalledWith(false);
  });

  it('is not created for a stage that was destroyed', async () => {
    const late = lateMap(Promise.resolve());
    late.setVisible(true);
    late.destroy();
    await nextTask();
    expect(made).toHaveLength(0);
  });
});
