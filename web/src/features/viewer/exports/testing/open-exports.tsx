/** The panel of exports over a made point cloud. */
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { enuFrame, ecefFromLla, multiply, type Mat4 } from '@overlook/shared/maths';
import type { PermissionToken } from '@overlook/shared/permissions';
import { type CountGrid } from '@overlook/shared/points';
import type { Pointcloud } from '@overlook/shared/schemas';
import { queryClient } from '../../../../api/queries.ts';
import type { SectionBox } from '@overlook/engine';
import { openSection, resetSection } from '../../../../state/section.ts';
import { toasts } from '../../../../state/toasts.ts';
import { showInPage } from '../../../../testing/in-page.tsx';
import { leaveExportDraft, openExportDraft, placeExportBox } from '../export-draft.ts';
import { ExportsPanel } from '../exports-panel.tsx';

export const GROUND = { longitude: 138.4932, latitude: -35.0789, height: 30 };
export const CENTER = ecefFromLla(GROUND);
export const BOX: SectionBox = { centerEcef: CENTER, size: [4, 4, 4], headingRad: 0 };
/** Far from every point. */
export const AWAY: SectionBox = { ...BOX, centerEcef: ecefFromLla({ ...GROUND, height: 900 }) };

/** A cube of 100 m about the box, in cells of 2 m, with 1000 points a cubic metre at 2.5 mm and 10 at 50 mm. */
const GRID: CountGrid = (() => {
  const shift: Mat4 = [0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 25, 25, 25, 1];
  const ecefToCell = multiply(shift, enuFrame(GROUND).enuFromEcef);
  const cells = Array.from({ length: 50 ** 3 }, (_, i) => [i % 50, Math.floor(i / 50) % 50, Math.floor(i / 2500)]);
  const axis = (index: number) => Uint16Array.from(cells, (cell) => cell[index]!);
  const counts = [8000, 80].map((count) => new Uint32Array(cells.length).fill(count));
  return { ecefToCell, cellM: 2, densities: [0.0025, 0.05], x: axis(0), y: axis(1), z: axis(2), counts };
})();

export const SITE = { id: 3, slug: 'ridgeway', data: {} };

export const CLOUD: Pointcloud = {
  uuid: '7b0c2a3e-4444-4aaa-8bbb-cccccccccccc',
  densities: [0.0025, 0.05],
  points: 1e9,
  coordinateSystem: 'WGS 84 / UTM zone 54S',
  hasColor: true,
  hasIntensity: true,
  moveEcef: null,
  gridUrl: '/files/pointgrab/grid/1',
  pointsMost: 50e6,
};

export const BOTH: PermissionToken[] = ['POINTGRAB:CREATE', 'POINTGRAB:DOWNLOAD'];
export const OWN = { userId: 7, siteId: SITE.id, notice: { notify: false, notifyEmail: 'ana.ruiz@overlook.example' } };

export const ANSWERS = {
  'exports.pointcloud': (): unknown => ({ pointcloud: CLOUD }),
  'exports.layers': (): unknown => ({ layers: [] }),
  'exports.downloads': () => ({ downloads: [] }),
  'exports.crop': (): unknown => ({ status: 'success', downloads: [] }),
};

export const show = (tokens = BOTH) => showInPage(<ExportsPanel site={SITE} onClose={() => undefined} />, tokens);
export const field = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name });
export const description = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Description' });
export const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'E-mail' });
export const submit = () => screen.getByRole('button', { name: 'Submit export' });
export const sentences = () => toasts.shown.map(({ text }) => text);

/** The actions of the application when the panel opens. */
export function openBox(box = BOX): void {
  openExportDraft(OWN);
  placeExportBox(box);
  openSection({ box, planes: [] });
}

/** Opens the box before each test of a file, and leaves it afterwards. */
export function openBoxForEach(): void {
  beforeEach(() => {
    queryClient.setQueryData(['count grid', CLOUD.gridUrl], GRID);
    openBox();
  });
  afterEach(() => {
    vi.useRealTimers();
    leaveExportDraft();
    resetSection();
  });
}
