import type { AreaColumns, Moc, MocArea, MocList } from '@overlook/shared/schemas';

/** A change of site 1 for tests, with default values for absent fields. */
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
  updatedBy: 'Ada Long',
  version: 1,
  ...own,
});

/** An area of a change, without corners. */
export const AREA: MocArea = {
  uuid: '6f1b6a10-6a4e-4a53-9d8a-5a2f0d6b1c11',
  name: 'Footprint',
  archived: false,
  type: 'polygon',
  bottomHeight: 0,
  topHeight: 5,
  capped: true,
  colour: null,
  createdAt: '2026-03-14T10:00:00.000Z',
  points: [],
};

/** What `mocs.list` answers for these changes of site 1. */
export function listOf(mocs: readonly Moc[]): MocList {
  const sorted = mocs.toSorted((a, b) => b.id - a.id);
  return {
    siteID: 1,
    edition: sorted.map(({ id, version }) => `${id}.${version}`).join(' '),
    columns: {
      id: sorted.map(({ id }) => id),
      name: sorted.map(({ name }) => name),
      documentNumber: sorted.map(({ documentNumber }) => documentNumber),
      state: sorted.map(({ state }) => state),
      version: sorted.map(({ version }) => version),
      areaCount: sorted.map(({ polygons }) => Object.keys(polygons).length),
      x: sorted.map(({ pois: [poi] }) => poi?.x ?? null),
      y: sorted.map(({ pois: [poi] }) => poi?.y ?? null),
      z: sorted.map(({ pois: [poi] }) => poi?.z ?? null),
    },
  };
}

const NO_AREAS: AreaColumns = {
  mocId: [],
  uuid: [],
  bottomHeight: [],
  topHeight: [],
  capped: [],
  colour: [],
  createdOn: [],
  cornerCount: [],
  corners: '',
};

/** Answers to the calls that read these changes of site 1. */
export const readingCalls = (read: () => readonly Moc[]) => ({
  'mocs.list': () => listOf(read()),
  'mocs.areas': () => ({ edition: '', columns: NO_AREAS }),
  'mocs.get': ({ id }: { id: number }) => ({ moc: read().find((moc) => moc.id === id) }),
});
