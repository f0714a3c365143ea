import { z } from 'zod';
import { PASSWORD_LONGEST, PASSWORD_SHORTEST } from '../config/limits.ts';
import { VIEW_LINK_LONGEST } from '../config/places.ts';
import { ORIGIN, VIEW_GRANTS } from '../config/view-grants.ts';
import { VIEW_GRANTS_MESSAGES } from '../messages/view-grants.ts';
import { SITE_VIEW_TOKENS } from '../permissions/tokens.ts';
import { VISITOR_CONTROLS, VISITOR_TOKENS } from '../permissions/visitors.ts';
import { idInputSchema, lineInputSchema } from './input.ts';
import { idSchema, slugSchema } from './site.ts';

const kindSchema = z.enum(['link', 'embed']);
const permissionsSchema = z.array(z.enum(VISITOR_TOKENS));
const controlsSchema = z.array(z.enum(VISITOR_CONTROLS));
const viewSchema = z.string().max(VIEW_LINK_LONGEST).nullable();

/** A public link or an embed, for its maker and for people who may see all users. It does not include the secret. */
export const viewGrantSchema = z.object({
  id: idSchema,
  kind: kindSchema,
  name: z.string(),
  siteId: idSchema,
  permissions: permissionsSchema,
  /** The controls of the page that need no permission. */
  controls: controlsSchema,
  origins: z.array(z.string()),
  /** The address (query) of the only view; null for the whole site. */
  view: viewSchema,
  hasPassword: z.boolean(),
  /** "Ana Ruiz" */
  madeBy: z.string(),
  isOwn: z.boolean(),
  createdAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  lastOpenedAt: z.iso.datetime().nullable(),
  openings: z.number().int().nonnegative(),
});

export type ViewGrant = z.infer<typeof viewGrantSchema>;

const instantInputSchema = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** The view that a person shares with people without an account. */
export const createViewGrantInputSchema = z
  .object({
    kind: kindSchema,
    name: lineInputSchema(VIEW_GRANTS_MESSAGES['grant.nameRequired']),
    siteId: idInputSchema,
    permissions: permissionsSchema
      .max(VISITOR_TOKENS.length)
      .refine(
        (tokens) => tokens.some((token) => SITE_VIEW_TOKENS.some((view) => view === token)),
        VIEW_GRANTS_MESSAGES['grant.layerRequired'],
      )
      .transform((tokens) => [...new Set(tokens)]),
    controls: controlsSchema
      .max(VISITOR_CONTROLS.length)
      .transform((controls) => [...new Set(controls)])
      .default([...VISITOR_CONTROLS]),
    origins: z
      .array(z.string().max(255).regex(ORIGIN, VIEW_GRANTS_MESSAGES['grant.originForm']))
      .max(VIEW_GRANTS.originsMost)
      .transform((origins) => [...new Set(origins)])
      .default([]),
    view: viewSchema.default(null),
    password: z.string().min(PASSWORD_SHORTEST).max(PASSWORD_LONGEST).nullable().default(null),
    /** Without an end the default lifetime of its kind applies. */
    endsAt: instantInputSchema.exactOptional(),
  })
  .refine(({ kind, origins }) => (kind === 'embed') === origins.length > 0, {
    path: ['origins'],
    error: VIEW_GRANTS_MESSAGES['grant.originRequired'],
  });

/** This is the only answer that has the secret. */
export const createdViewGrantSchema = z.object({
  grant: viewGrantSchema,
  token: z.string(),
  /** Where the link leads, or what the frame shows. */
  url: z.url(),
});

export const viewGrantsAnswerSchema = z.object({ grants: z.array(viewGrantSchema) });
export const viewGrantInputSchema = z.object({ id: idInputSchema });
export const viewGrantAnswerSchema = z.object({ grant: viewGrantSchema });
export const renewViewGrantInputSchema = viewGrantInputSchema.extend({ endsAt: instantInputSchema.exactOptional() });

/** Most characters of a visitor's token, with a margin. */
const VISITOR_TOKEN_LONGEST = 1000;

export const openViewGrantInputSchema = z.object({
  token: z.string().max(100),
  password: z.string().max(PASSWORD_LONGEST).nullish(),
  /** The token of the visit that continues: the opening is not counted again. */
  visitorToken: z.string().max(VISITOR_TOKEN_LONGEST).nullish(),
});

/** The data that a visitor's page starts with. */
export const visitSchema = z.object({
  /** Sent as Bearer, or with the addresses of tiles. */
  visitorToken: z.string(),
  expiresAt: z.iso.datetime(),
  kind: kindSchema,
  siteId: idSchema,
  siteSlug: slugSchema,
  /** Slugs that the site had before: pages may still name it by one. Absent where it had none. */
  formerSiteSlugs: z.array(slugSchema).exactOptional(),
  /**
   * Origins of the pages that may show an embed and exchange messages with the viewer in their frame; empty for a link.
   */
  origins: z.array(z.string()),
  permissions: permissionsSchema,
  /** Controls of the page besides the tools that `permissions` allow: the list of layers, the section box. */
  controls: controlsSchema,
  view: viewSchema,
});

export type Visit = z.infer<typeof visitSchema>;
