import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Vec3 } from '@overlook/shared/maths';
import type { LocalCloud, Stage } from '@overlook/engine';
import { command, onCommand } from '../../../state/commands.ts';
import { addCloud, localClouds, removeCloud, updateCloud } from '../../../state/local-clouds.ts';
import { showInPage } from '../../../testing/in-page.tsx';
import { CloudFiles } from './cloud-files.tsx';
import { closeCloud, openCloudFile } from './open-cloud-file.ts';

const CLOUD: LocalCloud = { pieces: [], points: 1000, ofPoints: 4000, leftOut: 0, crsName: null, crsProblem: null };
const stage = {
  size: () => ({ width: 10, height: 10 }),
  pickSoon: (_x: number, _y: number, onPick: (pick: null) => void) => onPick(null),
  pose: () => null as never,
};
const onEquator: Stage['pickSoon'] = (_x, _y, onPick) => onPick({ pointEcef: [6378137, 0, 0] } as never);

const openOther = vi.fn(async ({ name }: File) => (name.endsWith('.docx') ? `${name}: Not read here.` : null));

/** A worker that does not answer. */
class SilentWorker extends EventTarget {
  postMessage(): void {}
  terminate(): void {}
}

afterEach(() => act(() => localClouds.entries.map(({ id }) => id).forEach(removeCloud)));

it('files held over the page show where they can be dropped, and text does not', () => {
  showInPage(<CloudFiles stage={stage} openOther={openOther} />);
  const drag = (type: 'dragOver' | 'dragLeave', types: string[]) =>
    fireEvent[type](document.body, { dataTransfer: { types, files: [] }, relatedTarget: null });
  drag('dragOver', ['text/plain']);
  expect(screen.queryByText(/^Drop files/)).toBeNull();
  drag('dragOver', ['Files']);
  expect(screen.getByText(/They stay in this browser/)).toBeTruthy();
  drag('dragLeave', ['Files']);
  expect(screen.queryByText(/^Drop files/)).toBeNull();
});

it('a dropped file is opened by its kind; one that is not opened is listed with the reason', async () => {
  vi.stubGlobal('Worker', SilentWorker);
  showInPage(<CloudFiles stage={{ ...stage, pickSoon: onEquator }} openOther={openOther} />);
  const files = ['SURVEY.LAZ', 'scan.e57', 'areas.geojson', 'notes.docx'].map((name) => new File([], name));
  fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files } });
  expect(localClouds.entries.map(({ name }) => name)).toEqual(['SURVEY.LAZ', 'scan.e57']);
  expect(openOther.mock.calls.map(([{ name }]) => name)).toEqual(['areas.geojson', 'notes.docx']);
  expect(await screen.findByText('Not read here.')).toBeTruthy();
  expect(screen.queryByText(/areas.geojson/)).toBeNull();
});

it('files that are moved on to a form are its own: the page offers no place for them any more', () => {
  showInPage(
    <>
      <CloudFiles stage={stage} openOther={openOther} />
      <form aria-label="Change" />
    </>,
  );
  const dataTransfer = { types: ['Files'], files: [new File([], 'survey.las')] };
  fireEvent.dragOver(document.body, { dataTransfer });
  expect(screen.getByText(/^Drop files/)).toBeTruthy();
  fireEvent.dragOver(screen.getByRole('form'), { dataTransfer });
  fireEvent.drop(screen.getByRole('form'), { dataTransfer });
  expect(screen.queryByText(/^Drop files/)).toBeNull();
  expect(localClouds.entries).toEqual([]);
});

it('a file that is removed before the engine has loaded is not read', async () => {
  const begun = vi.fn();
  vi.stubGlobal('Worker', begun);
  const opening = openCloudFile(new File([], 'survey.las'), {
    ...stage,
    pickSoon: onEquator,
  });
  closeCloud(localClouds.entries[0]!.id);
  await opening;
  expect(begun).not.toHaveBeenCalled();
});

it('the command opens the choice of files, on a phone of files of any kind', () => {
  vi.stubGlobal('innerWidth', 390);
  showInPage(<CloudFiles stage={stage} openOther={openOther} />);
  const input = screen.getByLabelText<HTMLInputElement>('Point cloud file');
  const opened = vi.spyOn(input, 'click');
  command('openCloudFile');
  expect([opened.mock.calls.length, input.accept]).toEqual([1, '']);
});

it('each file is listed with its progress, its facts or its error, and can be removed', async () => {
  const { user } = showInPage(<CloudFiles stage={stage} openOther={openOther} />);
  expect(screen.queryByRole('region')).toBeNull();
  const [good, bad] = [addCloud('survey.laz'), addCloud('bad.las')];
  expect(await screen.findByRole('progressbar', { name: 'Reading survey.laz' })).toBeTruthy();
  updateCloud(good, { share: 1, cloud: CLOUD });
  updateCloud(bad, { failure: 'bad.las, header: It is cut off.' });
  expect(localClouds.shown).toEqual([CLOUD]);
  expect(await screen.findByText('Thinned: 1,000 of 4,000 points.')).toBeTruthy();
  expect(screen.getByText(/It was put in the middle of the view/)).toBeTruthy();
  expect(screen.getByText('bad.las, header: It is cut off.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove survey.laz' }));
  expect(localClouds.shown).toEqual([]);
  expect(localClouds.entries).toHaveLength(1);
  // Data that arrives after the removal is ignored.
  updateCloud(good, { cloud: CLOUD });
  expect(localClouds.shown).toEqual([]);
});

it('a file that lies elsewhere says how far, and is flown to', async () => {
  const { user } = showInPage(<CloudFiles stage={stage} openOther={openOther} />);
  const centerEcef: Vec3 = [6378137, 0, 0];
  act(() =>
    updateCloud(addCloud('survey.laz'), { share: 1, cloud: CLOUD, place: { centerEcef, radiusM: 20, awayM: 4210 } }),
  );
  expect(await screen.findByText('It lies 4.2 km from the view.')).toBeTruthy();
  const flown = vi.fn();
  const undo = onCommand('flyTo', flown);
  await user.click(screen.getByRole('button', { name: 'Fly to survey.laz' }));
  undo();
  expect(flown).toHaveBeenCalledWith({ pointEcef: centerEcef, distanceMetres: 50 });
});

it('the card is folded without its refused files, and opens with the next file, which takes the place of refused ones', async () => {
  const { user } = showInPage(<CloudFiles stage={stage} openOther={openOther} />);
  act(() => {
    updateCloud(addCloud('good.laz'), { share: 1, cloud: CLOUD });
    updateCloud(addCloud('bad.las'), { failure: 'bad.las: It is cut off.' });
  });
  const head = await screen.findByRole('button', { name: 'Files of your own', expanded: true });
  await user.click(head);
  expect(head.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByText('good.laz')).toBeNull();
  act(() => updateCloud(addCloud('worse.las'), { failure: 'worse.las: It is empty.' }));
  expect(await screen.findByText('worse.las: It is empty.')).toBeTruthy();
  expect(screen.getByText('good.laz')).toBeTruthy();
  expect(screen.queryByText(/bad\.las/)).toBeNull();
  fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [new File([], 'notes.docx')] } });
  expect(await screen.findByText('Not read here.')).toBeTruthy();
  expect(screen.queryByText(/worse\.las/)).toBeNull();
});
