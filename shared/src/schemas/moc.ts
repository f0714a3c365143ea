import { z } from 'zod';
import { BCF_VERSIONS } from '../config/bcf.ts';
import {
  AREA_CORNERS,
  AREA_HEIGHT_METRES,
  ATTACHMENTS_MOST,
  COMMENT_LONGEST,
  MOC_DESCRIPTION_LONGEST,
  MOC_STATES,
} from '../config/mocs.ts';
import { MOCS_MESSAGES } from '../messages/mocs.ts';
import { successSchema } from './auth.ts';
import { bookmarkSchema } from './bookmark.ts';
import { flagInputSchema, idInputSchema, idListInputSchema, lineInputSchema } from './input.ts';
import { mocTopicSchema } from './moc-topic.ts';
import { idSchema } from './site.ts';

/** Where a change is: degrees and ellipsoidal metres, and the same point in ECEF metres. */
export const mocPoiSchema = z.object({
  longitude: z.number().min(-180).max(180),
  latitude: z.number().min(-90).max(90),
  altitude: z.number().min(-12_000).max(1_000_000),
  x: z.number(),
  y: z.number(),
  z: z.number(),
});

export type MocPoi = z.infer<typeof mocPoiSchema>;

/** One corner of an area, ECEF metres; `position` is its place in the ring, from 0. */
export const areaPointSchema = z.object({
  id: z.string().min(1).max(100),
  name: z.string().max(100),
  position: z.number().int().min(0).max(AREA_CORNERS.most),
  x: z.number(),
  y: z.number(),
  z: z.number(),
});

export type AreaPoint = z.infer<typeof areaPointSchema>;

/**
 * A drawn area (specification §3): a prism over a ring of corners. Heights are metres above the base, which is the lowest
 * corner. A `colour` of null is that of the state.
 */
export const mocAreaSchema = z.object({
  uuid: z.uuid(),
  name: z.string(),
  archived: z.boolean(),
  type: z.literal('polygon'),
  bottomHeight: z.number(),
  topHeight: z.number(),
  capped: z.boolean(),
  colour: z.string().nullable(),
  /** ISO date. */
  createdAt: z.string(),
  points: z.array(areaPointSchema),
});

export type MocArea = z.infer<typeof mocAreaSchema>;

/** A file of a change (specification §3). */
export const attachmentSchema = z.object({
  id: idSchema,
  uuid: z.uuid(),
  filename: z.string(),
  mediaType: z.string(),
  sizeBytes: z.number().int(),
  /** ISO date. */
  createdAt: z.string(),
});

export type Attachment = z.infer<typeof attachmentSchema>;

export const attachmentInputSchema = z.object({ uuid: z.uuid() });
export const attachmentAnswerSchema = successSchema.extend({ attachment: attachmentSchema });

/** Measurements saved with a change, as the address of a view writes them. */
export const savedMeasurementsSchema = z.object({
  measure: z.string().max(20_000).nullable(),
  target: z.string().max(20_000).nullable(),
  angle: z.string().max(20_000).nullable(),
});

export type SavedMeasurements = z.infer<typeof savedMeasurementsSchema>;

/** MOC (specification §3). `description` is cleaned HTML; `polygons` are by uuid. */
export const mocSchema = z.object({
  id: idSchema,
  siteID: idSchema,
  name: z.string(),
  description: z.string(),
  documentNumber: z.string(),
  state: z.enum(MOC_STATES),
  data: z.object({ bookmark: bookmarkSchema.nullable(), measurements: savedMeasurementsSchema.nullable() }),
  pois: z.array(mocPoiSchema),
  attachments: z.array(attachmentSchema),
  polygons: z.record(z.string(), mocAreaSchema),
  archived: z.boolean(),
  /** Person's name; null when the account is gone. */
  createdBy: z.string().nullable(),
  /** ISO dates. */
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Name of the person who has saved it last; null when the account is gone. */
  updatedBy: z.string().nullable(),
  /** Clients send it back with a save, which is refused when another person has saved since. */
  version: z.number().int(),
  /** Only of a MOC that was imported from BCF. */
  topic: mocTopicSchema.exactOptional(),
});

export type Moc = z.infer<typeof mocSchema>;

/** It changes with each save of anything in a site's MOCs. */
const mocEditionSchema = z.string().max(100);

/**
 * The MOCs of a site that are not archived, the newest first, as columns of one length: what lists and pins show of them.
 * `x`, `y`, `z` are ECEF metres of the position; null where there is none. `columns` is null when the caller has this edition.
 */
export const mocListSchema = z.object({
  siteID: idSchema,
  edition: mocEditionSchema,
  columns: z
    .object({
      id: z.array(idSchema),
      name: z.array(z.string()),
      documentNumber: z.array(z.string()),
      state: z.array(z.enum(MOC_STATES)),
      version: z.array(z.number().int()),
      areaCount: z.array(z.number().int()),
      x: z.array(z.number().nullable()),
      y: z.array(z.number().nullable()),
      z: z.array(z.number().nullable()),
    })
    .nullable(),
});

type MocListAnswer = z.infer<typeof mocListSchema>;

/** The answer to a caller who had no edition before. */
export interface MocList extends MocListAnswer {
  readonly columns: NonNullable<MocListAnswer['columns']>;
}

/**
 * The areas of a site's MOCs that are not archived, in the order in which they were drawn, as columns of one length.
 * `createdOn` is the day of UTC on which each was drawn, `2026-03-14`. `corners` is base64: the `cornerCount` corners of each area in the order of the ring, each as x, y, z in ECEF metres,
 * big-endian doubles. `columns` is null when the caller has this edition.
 */
export const siteAreasAnswerSchema = z.object({
  edition: mocEditionSchema,
  columns: z
    .object({
      mocId: z.array(idSchema),
      uuid: z.array(z.string()),
      bottomHeight: z.array(z.number()),
      topHeight: z.array(z.number()),
      capped: z.array(z.boolean()),
      colour: z.array(z.string().nullable()),
      createdOn: z.array(z.string()),
      cornerCount: z.array(z.number().int()),
      corners: z.string(),
    })
    .nullable(),
});

export type AreaColumns = NonNullable<z.infer<typeof siteAreasAnswerSchema>['columns']>;

export const mocsAnswerSchema = z.object({ mocs: z.array(mocSchema) });
export const mocAnswerSchema = z.object({ moc: mocSchema });
export const savedMocSchema = successSchema.extend(mocAnswerSchema.shape);
export const savedAreaSchema = savedMocSchema.extend({ area: mocAreaSchema });

/** What a form saves (specification §7). What an update leaves out stays; `siteID` repeats the site of the path. */
const mocFieldsSchema = z.object({
  name: lineInputSchema(MOCS_MESSAGES['moc.nameRequired']),
  description: z.string().max(MOC_DESCRIPTION_LONGEST).optional(),
  documentNumber: lineInputSchema(MOCS_MESSAGES['moc.documentNumberRequired']),
  state: z.enum(MOC_STATES).optional(),
  siteID: idInputSchema.optional(),
  data: z
    .object({
      bookmark: bookmarkSchema.nullish(),
      measurements: savedMeasurementsSchema.nullish(),
    })
    .optional(),
});

const attachmentUuidsSchema = z.array(z.uuid()).max(ATTACHMENTS_MOST).optional();

/** With a `guid` that the client has made, a repeated call answers with the change that the first call has added. */
export const createMocInputSchema = z.object({
  siteId: idInputSchema,
  guid: z.uuid().optional(),
  moc: mocFieldsSchema,
  poi: mocPoiSchema,
  attachmentUUIDs: attachmentUuidsSchema,
});

/**
 * Identifies a save in all attempts: when an answer was lost, the earlier attempt is not taken for the save of another
 * person, even when `version` differs.
 */
const saveGuidSchema = z.uuid().optional();

/** `removedAttachmentUUIDs` are removed from the change; those that it no longer has are ignored. */
export const updateMocInputSchema = createMocInputSchema.omit({ guid: true }).extend({
  id: idInputSchema,
  moc: mocFieldsSchema.partial(),
  poi: mocPoiSchema.optional(),
  removedAttachmentUUIDs: attachmentUuidsSchema,
  version: idInputSchema.optional(),
  saveGuid: saveGuidSchema,
});

export const siteInputSchema = z.object({ siteId: idInputSchema });

/** `known` is the edition that the caller has. */
export const siteEditionInputSchema = siteInputSchema.extend({ known: mocEditionSchema.optional() });

export const siteMocInputSchema = z.object({ siteId: idInputSchema, id: idInputSchema });

/**
 * A drawn area; with a `uuid` it replaces that one. With a `newUuid` that the client has made, a repeated call replaces
 * the area that the first call has added. `areaProblem` of `shared/mocs` has the rules for its shape.
 */
export const saveAreaInputSchema = siteMocInputSchema.extend({
  uuid: z.uuid().optional(),
  newUuid: z.uuid().optional(),
  name: lineInputSchema(MOCS_MESSAGES['area.nameRequired']),
  type: z.literal('polygon').default('polygon'),
  bottomHeight: z.number().min(AREA_HEIGHT_METRES.least).max(AREA_HEIGHT_METRES.most),
  topHeight: z.number().min(AREA_HEIGHT_METRES.least).max(AREA_HEIGHT_METRES.most),
  capped: flagInputSchema.default(true),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, MOCS_MESSAGES['area.colourInvalid'])
    .nullish(),
  /** In any order; `position` gives the order. */
  points: z
    .array(areaPointSchema)
    .min(AREA_CORNERS.least, MOCS_MESSAGES['area.tooFewCorners'])
    .max(AREA_CORNERS.most, MOCS_MESSAGES['area.tooManyCorners']),
  version: idInputSchema.optional(),
  saveGuid: saveGuidSchema,
});

export const areaInputSchema = siteMocInputSchema.extend({ areaUuid: z.uuid() });

/** One change of a MOC, from the audit. Fields are named as in `mocSchema`; an area is `area <name>`. */
export const mocHistoryEntrySchema = z.object({
  id: idSchema,
  /** ISO date. */
  at: z.string(),
  /** Person's name; null when the account is gone. */
  by: z.string().nullable(),
  action: z.string(),
  fields: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});

export type MocHistoryEntry = z.infer<typeof mocHistoryEntrySchema>;

export const mocCommentSchema = z.object({
  id: idSchema,
  by: z.string().nullable(),
  /** ISO date. */
  at: z.string(),
  body: z.string(),
  /** People named with "@", who get a mail. */
  mentions: z.array(z.object({ id: idSchema, name: z.string() })),
  /** The reader wrote it and may remove it. */
  isOwn: z.boolean(),
});

export type MocComment = z.infer<typeof mocCommentSchema>;

export const mocHistoryAnswerSchema = z.object({ entries: z.array(mocHistoryEntrySchema) });
export const mocCommentsAnswerSchema = z.object({ comments: z.array(mocCommentSchema) });
export const mocCommentAnswerSchema = successSchema.extend({ comment: mocCommentSchema });
/** A person who can be mentioned at a site. */
export const mocPeopleAnswerSchema = z.object({ people: z.array(z.object({ id: idSchema, name: z.string() })) });

export const removeCommentInputSchema = siteMocInputSchema.extend({ commentId: idInputSchema });

/** A comment is plain text. */
/** With a `guid` that the client has made, a repeated call adds nothing, and sends no second mail. */
export const addCommentInputSchema = siteMocInputSchema.extend({
  guid: z.uuid().optional(),
  body: z.string().trim().min(1, MOCS_MESSAGES['comment.required']).max(COMMENT_LONGEST),
  mentions: idListInputSchema.default([]),
});

/** A CAD item that an area holds or cuts. */
export const touchedItemSchema = z.object({
  id: idSchema,
  name: z.string(),
  path: z.string(),
  tags: z.array(z.string()),
  batchId: z.number().int().nullable(),
  /** All of it lies within the area. */
  isInside: z.boolean(),
});

export type TouchedItem = z.infer<typeof touchedItemSchema>;

/** Selects one area of a change, or all of them. */
export const touchedInputSchema = siteMocInputSchema.extend({ areaUuid: z.uuid().optional() });

/** The first objects in the order of the tree, and the number of all objects. */
export const touchedAnswerSchema = z.object({ items: z.array(touchedItemSchema), total: z.number().int() });

/** All of the objects as columns: the id of each, and its feature in the model. */
export const touchedFeaturesAnswerSchema = z.object({ id: z.array(idSchema), feature: z.array(z.number().int()) });

/** A file, line by line. */
export const csvAnswerSchema = z.object({ csv: z.array(z.string()) });

/** Announces that something in a change of this site was saved; with `mocId` null, in any of them. */
export const mocNoticeSchema = z.object({ siteId: idSchema, mocId: idSchema.nullable() });

type MocNotice = z.infer<typeof mocNoticeSchema>;

/** The messages on a live connection. */
export const mocNoticesSchema = z.custom<AsyncIterable<MocNotice, void>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
);

/** A BCF file of a site's changes. */
export const bcfExportInputSchema = z.object({ version: z.enum(BCF_VERSIONS).default(BCF_VERSIONS[0]) });

const bcfTopicSchema = z.object({ name: z.string(), guid: z.guid() });

/**
 * The results for the topics of a BCF file. `failed` names a topic by its title, or by its folder where it has none.
 */
export const bcfImportSchema = successSchema.extend({
  created: z.array(bcfTopicSchema.extend({ id: idSchema })),
  /** The site has them already. */
  skipped: z.array(bcfTopicSchema),
  failed: z.array(z.object({ topic: z.string(), reason: z.string() })),
  /** Of topics that were added without a part of them. */
  notes: z.array(z.object({ topic: z.string(), note: z.string() })),
});

export type BcfImport = z.infer<typeof bcfImportSchema>;
