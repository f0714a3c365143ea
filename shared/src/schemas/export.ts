import { z } from 'zod';
import { SHEET_NAMES } from '../drawings/sheet.ts';
import { BOX_SIDE_SHORTEST } from '../maths/box.ts';
import {
  DOWNLOAD_FORMATS,
  DRAWING_FORMATS,
  EXPORT_BOX,
  EXPORT_COORDINATES,
  EXPORT_FORMATS,
  MESH_LAYERS,
} from '../config/exports.ts';
import { EXPORTS_MESSAGES } from '../messages/exports.ts';
import { emailSchema } from './email.ts';
import {
  descriptionInputSchema,
  flagInputSchema,
  idInputSchema,
  integerInputSchema,
  numberInputSchema,
} from './input.ts';
import { slugSchema } from './site.ts';

/** A point cloud that can be exported from (specification §3). */
export const pointcloudSchema = z.object({
  uuid: z.uuid(),
  /**
   * Point spacings in metres, the default first. At a spacing that is not above the cloud's own resolution every point
   * is exported.
   */
  densities: z.array(z.number().positive()).min(1),
  /** Points of the whole cloud. */
  points: z.number().int().nonnegative(),
  /** Name of the coordinate system that exports are written in. */
  coordinateSystem: z.string(),
  hasColor: z.boolean(),
  hasIntensity: z.boolean(),
  /** Address of the count grid below `/api`, which estimates are made from. */
  gridUrl: z.string(),
  /** ECEF to ECEF, metres, column-major: its points lie there from where the count grid has them; null for the same place. */
  moveEcef: z.array(z.number()).length(16).nullable(),
  /** Points of one export at most. */
  pointsMost: z.number().int().positive(),
});

export type Pointcloud = z.infer<typeof pointcloudSchema>;

export const pointcloudInputSchema = z.object({ siteSlug: slugSchema });
/** Of a layer's capture; the newest unless given. */
const captureIdSchema = idInputSchema.optional();
export const pointcloudOfCaptureInputSchema = pointcloudInputSchema.extend({ captureId: captureIdSchema });
/** Null where the site has no cloud that can be exported from. */
export const pointcloudAnswerSchema = z.object({ pointcloud: pointcloudSchema.nullable() });

const coordinateSchema = numberInputSchema(-1e8, 1e8);
const sideSchema = numberInputSchema(BOX_SIDE_SHORTEST, EXPORT_BOX.sideLongestM);

/** The box of an export: ECEF centre and size in metres along its own axes, turned by `degrees` clockwise about the local up. */
export const exportBoxSchema = z.object({
  centerX: coordinateSchema,
  centerY: coordinateSchema,
  centerZ: coordinateSchema,
  sizeX: sideSchema,
  sizeY: sideSchema,
  sizeZ: sideSchema,
  degrees: numberInputSchema(-360, 360),
});

export type ExportBox = z.infer<typeof exportBoxSchema>;

/** What every request has. */
const requestSchema = exportBoxSchema.extend({
  siteSlug: slugSchema,
  description: descriptionInputSchema.refine(
    (text) => text.trim() !== '',
    EXPORTS_MESSAGES['export.descriptionRequired'],
  ),
  notify: flagInputSchema.default(false),
  notifyEmail: z.union([emailSchema, z.literal('')]).nullish(),
});

const hasAddress = ({ notify, notifyEmail }: Pick<z.output<typeof requestSchema>, 'notify' | 'notifyEmail'>): boolean =>
  !notify || Boolean(notifyEmail);
const NO_ADDRESS = { path: ['notifyEmail'], message: 'Please enter a valid e-mail address' };

/** `site`, `ecef`, or the EPSG code of a projected system. */
const exportCoordinatesSchema = z.union(
  [z.enum(EXPORT_COORDINATES), z.templateLiteral(['EPSG:', z.int().min(1024).max(999_999)])],
  EXPORTS_MESSAGES['export.coordinatesInvalid'],
);

/** `site`, or the EPSG code of a projected system. */
const drawingCoordinatesSchema = exportCoordinatesSchema.refine(
  (coordinates) => coordinates !== 'ecef',
  EXPORTS_MESSAGES['export.coordinatesInvalid'],
);

/** The export request (specification §3). */
export const exportInputSchema = requestSchema
  .extend({
    pointCloudID: z.uuid(),
    /** One of the cloud's densities, metres. */
    density: numberInputSchema(0, 1000),
    formats: z
      .array(z.enum(EXPORT_FORMATS))
      .min(1, EXPORTS_MESSAGES['export.formatRequired'])
      .max(EXPORT_FORMATS.length),
    coordinates: exportCoordinatesSchema.default(EXPORT_COORDINATES[0]),
  })
  .refine(hasAddress, NO_ADDRESS);

export type ExportInput = z.input<typeof exportInputSchema>;

/** A layer of meshes that the reader may see. */
export const meshLayerSchema = z.object({
  modeltypeId: z.literal(MESH_LAYERS),
  /** Address of the mesh index below `/api`, which estimates are made from; null for a layer that this server does not hold. */
  indexUrl: z.string().nullable(),
  /** Triangles of one export at most. */
  trianglesMost: z.number().int().positive(),
});

export type MeshLayer = z.infer<typeof meshLayerSchema>;

export const meshLayersAnswerSchema = z.object({ layers: z.array(meshLayerSchema) });

const layerIdSchema = integerInputSchema(Math.min(...MESH_LAYERS), Math.max(...MESH_LAYERS)).pipe(
  z.literal(MESH_LAYERS),
);

/** A request for the meshes of a layer. */
export const layerExportInputSchema = requestSchema
  .extend({ modeltypeId: layerIdSchema, captureId: captureIdSchema })
  .refine(hasAddress, NO_ADDRESS);

export type LayerExportInput = z.input<typeof layerExportInputSchema>;

const DRAWING_VIEWS = ['plan', 'section'] as const;
export type DrawingView = (typeof DRAWING_VIEWS)[number];

export const drawingSettingsSchema = z.object({
  /** `plan`: cut by the level plane through the middle of the box; `section`: by the upright plane along its first side. */
  view: z.enum(DRAWING_VIEWS),
  sheet: z.enum(SHEET_NAMES),
  /** The n of 1 : n. */
  scale: integerInputSchema(1, 100_000),
  /** Whether the outlines of what the box has behind the plane are drawn, without what is hidden. */
  behind: z.boolean().default(false),
});
export type DrawingSettings = z.infer<typeof drawingSettingsSchema>;

/** A request for a drawing of a layer: the window is the box, whose middle lies in the plane. */
export const drawingInputSchema = requestSchema
  .extend({
    modeltypeId: layerIdSchema,
    captureId: captureIdSchema,
    formats: z
      .array(z.enum(DRAWING_FORMATS))
      .min(1, EXPORTS_MESSAGES['export.formatRequired'])
      .max(DRAWING_FORMATS.length),
    /** Those of DXF: `site` is the UTM zone of the place. */
    coordinates: drawingCoordinatesSchema.default('site'),
    ...drawingSettingsSchema.shape,
  })
  .refine(hasAddress, NO_ADDRESS);

export type DrawingInput = z.input<typeof drawingInputSchema>;

/**
 * The progress of a pending export in points, or in tiles for a layer. `ahead` exports are processed before it; 0 when
 * it is running.
 */
const exportProgressSchema = z.object({
  ahead: z.number().int().nonnegative(),
  done: z.number().int().nonnegative(),
  total: z.number().int().nonnegative().nullable(),
});

/** One export in one format (specification §3 "PointGrab download"). */
export const downloadSchema = z.object({
  /** Date of the capture that was exported: `2026-03-14`; null for exports of earlier versions. */
  takenOn: z.iso.date().nullable(),
  uuid: z.uuid(),
  /** The `filename` of `/files/pointgrab/download/{filename}`. */
  filename: z.string(),
  description: z.string(),
  status: z.enum(['pending', 'completed', 'error']),
  message: z.string().nullable(),
  /** ISO dates. */
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  format: z.enum(DOWNLOAD_FORMATS),
  /** The layer, where it is not the point cloud. */
  modeltypeId: z.literal(MESH_LAYERS).nullable(),
  /** Metres; null of a layer. */
  density: z.number().nullable(),
  sizeBytes: z.number().int().nonnegative().nullable(),
  points: z.number().int().nonnegative().nullable(),
  triangles: z.number().int().nonnegative().nullable(),
  /** Null of what is no drawing. */
  drawing: drawingSettingsSchema.nullable(),
  /** Of a pending one. */
  progress: exportProgressSchema.nullable(),
  /** The request, so that it can be corrected and sent again. */
  box: exportBoxSchema,
  coordinates: exportCoordinatesSchema,
  /** Name of the site's system, which PTS cannot state; null for a layer, and after the cloud was replaced. */
  coordinateSystem: z.string().nullable(),
  /** Address of the person who requested it, where that is not the reader; only with USERS:VIEW everywhere. */
  requestedBy: z.string().nullable(),
});

export type Download = z.infer<typeof downloadSchema>;

export const downloadsAnswerSchema = z.object({ downloads: z.array(downloadSchema) });
export const downloadInputSchema = z.object({ uuid: z.uuid() });
export const exportAnswerSchema = z.object({ status: z.literal('success'), downloads: z.array(downloadSchema) });
