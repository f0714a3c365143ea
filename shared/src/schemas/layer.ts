import { z } from 'zod';
import {
  FORMAT_ENDS_AT_MOST,
  FORMAT_EXTENSION,
  FORMAT_LARGEST_MIB,
  FORMAT_MIME_TYPE,
  GALLERY_KINDS,
  LAYER_FILES_AT_MOST,
  LAYER_ICONS,
  LAYER_ID,
  LAYER_IDS_TAKEN,
  LAYER_TITLE_LONGEST,
} from '../config/index.ts';
import { isPermissionToken, type PermissionToken } from '../permissions/index.ts';
import { idSchema } from './site.ts';

const layerIdSchema = z
  .string()
  .regex(LAYER_ID, 'must be 1 to 40 letters, digits and hyphens')
  .refine((id) => !LAYER_IDS_TAKEN.includes(id), 'is a name that the viewer needs itself');
const titleSchema = z.string().trim().min(1).max(LAYER_TITLE_LONGEST);
const tokenSchema = z.custom<PermissionToken>(
  (token) => typeof token === 'string' && isPermissionToken(token),
  'must be a permission of the product, such as VIEW:TEXTURED',
);
const codePathSchema = z
  .string()
  .regex(/^(?!data\/)[\w-]+(?:\.[\w-]+)*(?:\/[\w-]+(?:\.[\w-]+)*)*\.js$/, 'must be a path like pumps.js');
/** Subresource Integrity (W3C) with SHA-256. */
const integritySchema = z
  .string()
  .regex(/^sha256-[A-Za-z0-9+/]{43}=$/, 'must be sha256- and the hash of the file in base64');

/** What the page knows of a format without its code, which runs in a worker. */
const formatKindSchema = z.strictObject({
  /** Ends of names, in lower case and without a point. */
  extensions: z
    .array(z.string().regex(FORMAT_EXTENSION, 'must be 1 to 16 lower-case letters and digits, such as gpx'))
    .min(1)
    .max(FORMAT_ENDS_AT_MOST),
  mimeTypes: z
    .array(z.string().regex(FORMAT_MIME_TYPE, 'must be a type such as application/gpx+xml'))
    .max(FORMAT_ENDS_AT_MOST)
    .optional(),
  largestMib: z.int().min(1).max(FORMAT_LARGEST_MIB),
});

/**
 * `manifest.json` of a folder of an installation: a layer with code of its own, a layer of the gallery, or a format of files
 * that people may add.
 */
export const layerManifestSchema = z
  .strictObject({
    id: layerIdSchema,
    title: titleSchema,
    icon: z.enum(LAYER_ICONS).optional(),
    /** Users who hold it at a site have the layer there; without it, all users who can open the site. */
    token: tokenSchema.optional(),
    /** Slugs; all sites when absent. */
    sites: z.array(z.string().min(1)).min(1).optional(),
    module: codePathSchema.optional(),
    /** Each file with code and its hash. */
    files: z
      .record(codePathSchema, integritySchema)
      .refine((files) => Object.keys(files).length <= LAYER_FILES_AT_MOST, `has more than ${LAYER_FILES_AT_MOST} files`)
      .optional(),
    gallery: z.enum(GALLERY_KINDS).optional(),
    options: z.record(z.string(), z.json()).optional(),
    /** The module reads files of this kind and is no layer. */
    format: formatKindSchema.optional(),
  })
  .superRefine(({ module, files, gallery, format }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if ((module === undefined) === (gallery === undefined)) refuse('module', 'or gallery must be there, and one only');
    if (format !== undefined && module === undefined) refuse('module', 'must be there: it reads the format');
    if (module !== undefined && !files?.[module]) refuse('files', `must have the hash of ${module}`);
  });

export type LayerManifest = z.infer<typeof layerManifestSchema>;

/** A layer that an installation offers to the caller. */
export const layerOfferSchema = z.object({
  id: layerIdSchema,
  title: titleSchema,
  icon: z.enum(LAYER_ICONS).nullable(),
  /** Sites where the caller has it. */
  siteIds: z.array(idSchema),
  /** What relative addresses of its data are relative to. */
  baseUrl: z.string(),
  /** Address of its module; null for a layer of the gallery. */
  moduleUrl: z.string().nullable(),
  gallery: z.enum(GALLERY_KINDS).nullable(),
  options: z.record(z.string(), z.json()),
});

export type LayerOffer = z.infer<typeof layerOfferSchema>;

/** A format of files that an installation offers to the caller. */
export const formatOfferSchema = z.object({
  id: layerIdSchema,
  title: titleSchema,
  extensions: z.array(z.string()),
  mimeTypes: z.array(z.string()),
  largestBytes: z.int(),
  /** Sites where the caller has it. */
  siteIds: z.array(idSchema),
  /** Address of its module, which runs in a worker. */
  moduleUrl: z.string(),
});

export type FormatOffer = z.infer<typeof formatOfferSchema>;

export const layersOutputSchema = z.object({ layers: z.array(layerOfferSchema), formats: z.array(formatOfferSchema) });
