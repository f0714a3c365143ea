import { afterAll, expect, it, vi } from 'vitest';
import type { FileContent } from './file-content.ts';

// Test files share their modules: one that is loaded already would not get the replacement.
vi.resetModules();
vi.doMock('./read-file.ts', async (original) => ({ ...(await original<object>()), readFile: vi.fn() }));
const { fileLayer } = await import('./file-layer.ts');
const { readFile } = await import('./read-file.ts');
const { PlaceNeededError } = await import('./place-question.ts');
vi.doUnmock('./read-file.ts');
afterAll(() => void vi.resetModules());

const CONTENT = { kind: 'features', features: [], crsName: '', leftOutCount: 0, notes: [] } as unknown as FileContent;
const QUESTION = { titles: ['P1', 'P2'], columns: null };
const CHOICE = { columns: null, crs: 'EPSG:25832' } as const;

it('a file that needs a choice is read again with it, and fails without one', async () => {
  vi.mocked(readFile).mockImplementation(async ({ crs }) => {
    if (crs === CHOICE.crs) return CONTENT;
    throw new PlaceNeededError('a.csv: It has no columns of positions', QUESTION);
  });
  const choosePlace = vi.fn(async (): Promise<typeof CHOICE | null> => CHOICE);
  const format = { id: 'csv', title: 'CSV', extensions: ['csv'], largestBytes: 1, moduleUrl: null } as never;
  const { source } = fileLayer({ id: 'file-1', file: new File([], 'a.csv'), format, choosePlace });
  if (source?.kind !== 'load') throw new Error('The layer loads its file.');
  const context = { frame: { llaFromEnu: () => ({ longitude: 0, latitude: 0, height: 0 }) } } as never;
  const load = () => source.load(context, new AbortController().signal);
  expect(await load()).toBe(CONTENT);
  expect(choosePlace).toHaveBeenCalledWith(QUESTION, expect.any(AbortSignal));
  choosePlace.mockResolvedValue(null);
  await expect(load()).rejects.toThrow('It has no columns of positions');
});
