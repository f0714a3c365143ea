import type { Vec3 } from '@overlook/shared/maths';
import { guidOf } from './choice.ts';
import type { Scaffold } from './assemblies/scaffold.ts';
import type { Stockpile } from './assemblies/stockpile.ts';

/**
 * Ridgeway Gas Plant was captured before and after a shutdown. This file is the list of what differs, in ENU metres of the
 * site and cubic metres; the plant is built from the same numbers, so a comparison of the captures can be tested against
 * it.
 */
export const RIDGEWAY_DAYS = { before: '2026-03-14', after: '2026-09-26' } as const;

/** Least and greatest corner of what an object takes up, ENU metres. */
export interface ObjectBox {
  readonly low: Vec3;
  readonly high: Vec3;
}

/** An object of the tree; scenery is in no tree, so it has a name only. */
interface ChangedObject {
  readonly name: string;
  readonly tag: string | null;
  /** Names from the root of the tree to the object, joined by slashes. */
  readonly path: string | null;
  readonly guid: string | null;
}

/** A difference of the capture after the shutdown from the one before it. */
export type SiteChange =
  | (ChangedObject & { readonly kind: 'added'; readonly box: ObjectBox })
  | (ChangedObject & { readonly kind: 'gone'; readonly box: ObjectBox })
  | (ChangedObject & {
      readonly kind: 'moved';
      readonly before: ObjectBox;
      readonly after: ObjectBox;
      /** From the place before to the place after, ENU metres. */
      readonly displacement: Vec3;
    })
  | (ChangedObject & {
      readonly kind: 'grown';
      readonly before: ObjectBox;
      readonly after: ObjectBox;
      /** Between the object's surface and the ground. */
      readonly volumesM3: { readonly before: number; readonly after: number };
    });

const SITE = 'Ridgeway Gas Plant';

const inTree = (path: string, tag: string): ChangedObject => ({
  name: path.slice(path.lastIndexOf('/') + 1),
  tag,
  path: `${SITE}/${path}`,
  guid: guidOf(`${SITE}/${path}`),
});

/** The scaffold around the lower part of C-102, which stands only before. */
export const SCAFFOLD: Scaffold = {
  tag: 'SC-102',
  service: 'Access scaffold of C-102',
  west: 9.4,
  south: 14.9,
  east: 19.6,
  north: 25.1,
  boardWidth: 0.9,
  bays: 4,
  lifts: 8,
  lift: 2,
};

/** A heap of sand for backfilling, south-west of the plant; both have a slope of 0.7, the angle of repose. */
export const STOCKPILE = {
  before: { east: -90, north: -85, radius: 4, height: 2.8 },
  after: { east: -90, north: -85, radius: 6, height: 4.2 },
} satisfies Record<'before' | 'after', Stockpile>;

/** The way of V-103 from its place before to its place after. */
export const VESSEL_DISPLACEMENT: Vec3 = [-3.5, 6.5, 0];

export const ADDED_SPOOL = inTree('Unit 300 Utilities/Unit 300 Pipework/P-3101-14/P-3101-14 Spool 4', 'P-3101-14');
export const MOVED_VESSEL = inTree('Unit 100 Separation/Unit 100 Equipment/V-103 Feed surge drum', 'V-103');

/** All that differs, and nothing else does. */
export const RIDGEWAY_CHANGES: readonly SiteChange[] = [
  {
    ...inTree('Unit 100 Separation/Temporary works/SC-102 Access scaffold of C-102', 'SC-102'),
    kind: 'gone',
    box: { low: [9.376, 14.876, 0], high: [19.624, 25.124, 17.1] },
  },
  {
    ...MOVED_VESSEL,
    kind: 'moved',
    before: { low: [-16.44, 22.7, 0], high: [-4.56, 26.3, 5.3] },
    after: { low: [-19.94, 29.2, 0], high: [-8.06, 32.8, 5.3] },
    displacement: VESSEL_DISPLACEMENT,
  },
  {
    ...ADDED_SPOOL,
    kind: 'added',
    box: { low: [-12.35, 53.05, 4.55], high: [-11.65, 58.5, 5.25] },
  },
  {
    name: 'Sand stockpile',
    tag: null,
    path: null,
    guid: null,
    kind: 'grown',
    before: { low: [-94, -89, 0], high: [-86, -81, 2.8] },
    after: { low: [-96, -91, 0], high: [-84, -79, 4.2] },
    volumesM3: { before: 46.914, after: 158.336 },
  },
];
