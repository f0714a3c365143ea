import type { ViewGrant } from '@overlook/shared/schemas';

let lastId = 0;

/** A public link to a whole site that opens until the end of 2026; `own` are the fields that a test is about. */
export const aViewGrant = (own: Partial<ViewGrant>): ViewGrant => ({
  id: ++lastId,
  kind: 'link',
  name: 'Contractors',
  siteId: 3,
  permissions: ['VIEW:TEXTURED'],
  controls: ['layers', 'section'],
  origins: [],
  view: null,
  hasPassword: true,
  madeBy: 'Ana Ruiz',
  isOwn: true,
  createdAt: '2026-11-01T12:00:00.000Z',
  endsAt: '2026-12-31T12:00:00.000Z',
  revokedAt: null,
  lastOpenedAt: null,
  openings: 0,
  ...own,
});
