import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FormatKind } from './formats/format-definition.ts';
import { PageFormats } from './page-formats.ts';

const TAGS: FormatKind = { id: 'tags', title: 'Tags', extensions: ['tags'], largestBytes: 1024 };
const readFormat = vi.fn<(moduleUrl: string, signal: AbortSignal) => Promise<FormatKind>>();

let container: HTMLElement;
let formats: PageFormats;
const openFile = vi.fn(async (_file: File) => undefined);
const onRefused = vi.fn();

beforeEach(() => {
  vi.stubGlobal('document', { baseURI: 'https://portal.test/plant/' });
  vi.clearAllMocks();
  readFormat.mockResolvedValue(TAGS);
  container = new EventTarget() as HTMLElement;
  formats = new PageFormats({
    holds: (token) => token === 'VIEW:CAD',
    container,
    openFile,
    onRefused,
    readFormat,
  });
});
afterEach(() => {
  formats.destroy();
  vi.unstubAllGlobals();
});

function drop(file: File): Event {
  const dataTransfer = { types: ['Files'], files: [file] };
  const event = Object.assign(new Event('drop', { cancelable: true }), { dataTransfer });
  container.dispatchEvent(event);
  return event;
}

describe('a file format of the page', () => {
  it('is loaded from a URL relative to the page, and its files come before those of the viewer', async () => {
    expect(await formats.add('formats/tags.js')).toEqual(TAGS);
    expect(readFormat.mock.calls[0]![0]).toBe('https://portal.test/plant/formats/tags.js');
    expect(await formats.layerOf(new File(['P-101'], 'pumps.tags'))).toMatchObject({ title: 'pumps.tags' });
    await formats.add('csv.js').catch(() => null);
    readFormat.mockResolvedValue({ ...TAGS, id: 'my-csv', title: 'My CSV', extensions: ['csv'] });
    expect(await formats.add('csv.js')).toMatchObject({ id: 'my-csv' });
  });

  it('is not loaded without its permission', async () => {
    const refused =
      'The format at https://portal.test/plant/a.js needs the permission MOC:VIEW, which this view does not have.';
    await expect(formats.add('a.js', { token: 'MOC:VIEW' })).rejects.toThrow(refused);
    expect(readFormat).not.toHaveBeenCalled();
    await formats.add('a.js', { token: 'VIEW:CAD' });
    expect(readFormat).toHaveBeenCalledOnce();
  });

  it('is refused with an id or an extension that is taken', async () => {
    await formats.add('a.js');
    await expect(formats.add('a.js')).rejects.toThrow('There is a format “tags” already.');
    readFormat.mockResolvedValue({ ...TAGS, id: 'others', extensions: ['txt', 'tags'] });
    await expect(formats.add('b.js')).rejects.toThrow('Files .tags are of the format “tags” already.');
  });

  it('makes the view take dropped files, and says why one is not shown', async () => {
    expect(drop(new File(['a'], 'a.tags')).defaultPrevented).toBe(false);
    await formats.add('a.js');
    expect(drop(new File(['a'], 'a.tags')).defaultPrevented).toBe(true);
    expect(openFile).toHaveBeenCalledOnce();
    openFile.mockRejectedValueOnce(new RangeError('b.doc cannot be opened.'));
    drop(new File(['b'], 'b.doc'));
    await vi.waitFor(() => expect(onRefused).toHaveBeenCalledWith('b.doc cannot be opened.'));
    formats.destroy();
    expect(drop(new File(['a'], 'a.tags')).defaultPrevented).toBe(false);
  });

  it('does not take a file of an unknown kind', async () => {
    await expect(formats.layerOf(new File(['b'], 'b.doc'))).rejects.toThrow('b.doc');
  });
});
