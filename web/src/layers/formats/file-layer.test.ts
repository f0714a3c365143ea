import { afterAll, expect, it, vi } from 'vitest';
import type { FileContent } from './file-content.ts';

// Test files share their modules: one that is loaded already would not get the replacement.
vi.resetModules();
vi.doMock('./read-file.ts', async (original) => ({ ...(await original<object>()), readFile: vi.fn() }));
const { fileLayer } = await import('./file-layer.ts');
const { ColumnsNeededError, readFile } = await import('./read-file.ts');
vi.doUnmock('./read-file.ts');
afterAll(() => void vi.resetModules());

const CONTENT = { kind: 'features', features: [], crsName: '', leftOutCount: 0, notes: [] } as unknown as FileContent;
const COLUMNS = { x: 'P1', y: 'P2', z: null, read: 'degrees', metresPerHeightUnit: 1 } as const;

it('a table without known columns is read again with the chosen ones, and fails without a choice', async () => {
  vi.mocked(readFile).mockImplementation(async ({ columns }) => {
    if (columns) return CONTENT;
    throw new ColumnsNeededError('a.csv: It has no columns of positions', ['P1', 'P2']);
  });
  const chooseColumns = vi.fn(async (): Promise<typeof COLUMNS | null> => COLUMNS);
  const format = { id: 'csv', title: 'CSV', extensions: ['csv'], largestBytes: 1, moduleUrl: null } as never;
  const { source } = fileLayer({ id: 'file-1', file: new File([], 'a.csv'), format, chooseColumns });
  if (source?.kind !== 'load') throw new Error('The layer loads its file.');
  const context = { frame: { llaFromEnu: () => ({ longitude: 0, latitude: 0, height: 0 }) } } as never;
  const load = () => source.load(context, new AbortController().signal);
  expect(await load()).toBe(CONTENT);
  expect(chooseColumns).toHaveBeenCalledWith(['P1', 'P2'], expect.any(AbortSignal));
  chooseColumns.mockResolvedValue(null);
  await expect(load()).rejects.toThrow('It has no columns of positions');
});
