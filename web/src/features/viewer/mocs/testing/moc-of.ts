import type { Moc } from '@overlook/shared/schemas';

/** A change of site 1 for tests, with what is not said left plain. */
export const mocOf = (own: Partial<Moc> & { id: number }): Moc => ({
  siteID: 1,
  name: `Change ${own.id}`,
  description: '',
  documentNumber: `MOC-${own.id}`,
  state: 'proposed',
  data: { bookmark: null, measurements: null },
  pois: [],
  attachments: [],
  polygons: {},
  archived: false,
  createdBy: 'Ada Long',
  createdAt: '2026-03-14T10:00:00.000Z',
  updatedAt: '2026-03-14T10:00:00.000Z',
  version: 1,
  ...own,
});
