import { expect, it, vi } from 'vitest';
import type { PageLayers } from '../../layers/page-layers.ts';
import { AddedLayers } from './added-layers.ts';

const pageLayers = () => ({ all: () => [], openFile: async () => 'file-1', destroy: vi.fn() }) as unknown as PageLayers;

it('a failure to load their code is reported, and the next call loads it again', async () => {
  const load = vi.fn(async () => pageLayers).mockRejectedValueOnce(new Error('Offline.'));
  const api = new AddedLayers(load).api();
  await expect(api.openFile(new File([], 'a.csv'))).rejects.toThrow('Offline.');
  expect(await api.openFile(new File([], 'a.csv'))).toBe('file-1');
});

it('no layer is added to a view that ended while their code was loading', async () => {
  const make = vi.fn(pageLayers);
  const added = new AddedLayers(async () => make);
  const opened = added.api().openFile(new File([], 'a.csv'));
  added.destroy();
  await expect(opened).rejects.toThrow('The view has ended.');
  expect(make).not.toHaveBeenCalled();
});
