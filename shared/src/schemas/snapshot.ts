import { z } from 'zod';
import { NAME_LONGEST } from '../config/limits.ts';
import { SAVED_OBJECT_NUMBERS_MOST, SHARE_BODY_LONGEST, VIEW_LINK_LONGEST } from '../config/places.ts';
import { SHARED_MAILS_IN_WINDOW } from '../config/mails.ts';
import { QUALITY_LEVELS } from '../config/stage.ts';
import { UNIT_SYSTEMS } from '../format/units.ts';
import { PLACES_MESSAGES } from '../messages/places.ts';
import { bookmarkSchema } from './bookmark.ts';
import { emailSchema } from './email.ts';
import { descriptionInputSchema, idInputSchema, lineInputSchema } from './input.ts';
import { idSchema } from './site.ts';

/** Runs of feature ids: first, last, first, last … */
const featureRunsSchema = z.array(z.number().int().min(0)).max(SAVED_OBJECT_NUMBERS_MOST);
const colorSchema = z.string().regex(/^#[0-9a-f]{6}$/i);

/** Which objects of the Project Layer are selected, isolated, hidden and coloured. */
const savedObjectsSchema = z.object({
  /**
   * The published CAD that the ids belong to (`model.filepath`): in another version the same ids mean other objects.
   */
  modelPath: z.string().max(1000),
  selected: z.array(z.object({ id: idSchema, features: featureRunsSchema })).max(10_000),
  isolated: featureRunsSchema.nullable(),
  hidden: z.array(featureRunsSchema).max(10_000),
  colours: z
    .object({
      title: z.string().max(500),
      property: z.string().max(500),
      values: z
        .array(
          z.object({
            value: z.string().max(2000),
            color: colorSchema,
            firstColor: colorSchema,
            features: featureRunsSchema,
          }),
        )
        .max(1000),
    })
    .nullable(),
});

export type SavedObjects = z.infer<typeof savedObjectsSchema>;

/** Our whole view, beside the camera that older clients read from `bookmark`. */
export const savedViewSchema = z.object({
  /** The query of the main view's address: site, camera, layers, section, measurements. */
  link: z.string().max(VIEW_LINK_LONGEST),
  /** `site` is the coordinate system of the site, WGS84 where it has none. */
  projection: z.enum(['site', 'wgs84', 'utm']),
  units: z.enum(UNIT_SYSTEMS),
  quality: z.enum(QUALITY_LEVELS.map(({ key }) => key)),
  objects: savedObjectsSchema.nullable(),
  /** How selected objects are shown, and how the others are; Places of older clients do not have it. */
  filter: z
    .object({ mode: z.enum(['off', 'show', 'hide', 'xray']), opacityPercent: z.number().int().min(0).max(100) })
    .nullish(),
});

export type SavedView = z.infer<typeof savedViewSchema>;

/** A point as the specification names it: degrees, ellipsoidal metres. */
const snapshotPoiSchema = z.object({ longitude: z.number(), latitude: z.number(), altitude: z.number() });

/** Photo or Place (specification §3). A Place is a saved view: it has `data.bookmark` and an owner. */
export const snapshotSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  siteId: idSchema,
  /** Name of the person. */
  takenBy: z.string(),
  /** The `filename` of `/files/snapshots/{filename}/…`; null without a picture. */
  filename: z.string().nullable(),
  /** SHA-256 of the picture as it was uploaded, hexadecimal. */
  imageHash: z.string().nullable(),
  imageType: z.string(),
  heightType: z.enum(['panosphere', 'airborne', 'ground']).nullable(),
  data: z.object({ bookmark: bookmarkSchema.nullable(), view: savedViewSchema.nullable() }),
  pois: z.array(snapshotPoiSchema),
  /** The reader may change, share and archive it. */
  isOwn: z.boolean(),
  archived: z.boolean(),
  /** ISO date. */
  createdAt: z.string(),
});

export type Snapshot = z.infer<typeof snapshotSchema>;

/** A Place as a list shows it: the data for opening it is loaded with `snapshots.get`. */
export const placeSummarySchema = snapshotSchema.omit({ data: true, pois: true });

export type PlaceSummary = z.infer<typeof placeSummarySchema>;

const placeDataSchema = z.object({ bookmark: bookmarkSchema, view: savedViewSchema.nullish() });

/** Filters of the caller's own Places and their mails. */
export const siteFilterSchema = z.object({ siteId: idInputSchema.optional() });

/**
 * A new Place. `filename` is the uuid that the upload of its picture answered. With a `guid` that the client has made,
 * a repeated call answers with the Place that the first call has saved.
 */
export const createSnapshotInputSchema = z.object({
  siteId: idInputSchema,
  guid: z.uuid().optional(),
  name: lineInputSchema(PLACES_MESSAGES['place.nameRequired']),
  description: descriptionInputSchema.optional(),
  filename: z.uuid().nullish(),
  data: placeDataSchema,
});

/** A renamed Place. Absent fields do not change. */
export const updateSnapshotInputSchema = z.object({
  id: idInputSchema,
  name: lineInputSchema(PLACES_MESSAGES['place.nameRequired']).optional(),
  description: descriptionInputSchema.optional(),
});

/**
 * A Place sent by mail (specification §7). `sender` is accepted and ignored: the sender is the person who is signed in.
 * Recipients that are not addresses are dropped (specification §5). With a `guid` that the client has made, a repeated
 * call sends mail only to recipients that have not got it yet.
 */
export const shareSnapshotInputSchema = z.object({
  sender: z.string().max(1000).optional(),
  subject: lineInputSchema(PLACES_MESSAGES['share.subjectRequired']),
  body: z.string().max(SHARE_BODY_LONGEST).default(''),
  recipients: z
    .array(z.string().max(1000))
    .max(1000)
    .transform((typed) => [...new Set(typed.map((one) => one.trim()))])
    .transform((typed) => typed.flatMap((one) => emailSchema.safeParse(one).data ?? []))
    .refine((addresses) => addresses.length > 0, PLACES_MESSAGES['share.recipientRequired'])
    .refine((addresses) => addresses.length <= SHARED_MAILS_IN_WINDOW, PLACES_MESSAGES['share.tooManyRecipients'])
    .transform((addresses) => [...new Set(addresses)]),
  shareURL: z.string().max(2000),
  guid: z.uuid().optional(),
});

/** One mail of a Place, and whether it has been sent. */
export const snapshotShareSchema = z.object({
  id: idSchema,
  snapshotId: idSchema,
  recipient: z.string(),
  /** ISO date. */
  sharedAt: z.string(),
  status: z.enum(['waiting', 'sent', 'failed']),
});

export type SnapshotShare = z.infer<typeof snapshotShareSchema>;

/** The answer to the upload of a picture (specification §7). */
export const snapshotUploadSchema = z.object({ uuid: z.uuid(), imageHash: z.string() });

export const recipientInputSchema = z.object({ recipient: z.string().max(NAME_LONGEST + 300) });
