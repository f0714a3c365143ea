import { ACCOUNT_MESSAGES } from './account.ts';
import { ADMIN_MESSAGES } from './admin.ts';
import { APP_MESSAGES } from './app.ts';
import { AUDIT_MESSAGES } from './audit.ts';
import { AUTH_MESSAGES } from './auth.ts';
import { CAD_MESSAGES } from './cad.ts';
import { DISCLAIMER_MESSAGES } from './disclaimer.ts';
import { EXPORTS_MESSAGES } from './exports.ts';
import { FEEDBACK_MESSAGES } from './feedback.ts';
import { HELP_MESSAGES } from './help.ts';
import { INSTANCE_MESSAGES } from './instance.ts';
import { MINIMAP_MESSAGES } from './minimap.ts';
import { MOCS_MESSAGES } from './mocs.ts';
import { PHOTOS_MESSAGES } from './photos.ts';
import { PLACES_MESSAGES } from './places.ts';
import { PROFILE_MESSAGES } from './profile.ts';
import { SITES_MESSAGES } from './sites.ts';
import { SIGN_IN_REFUSALS } from './sign-in-refusals.ts';
import { STAGE_MESSAGES } from './stage.ts';
import { TOOLS_MESSAGES } from './tools.ts';
import { EMBED_MESSAGES } from './embed.ts';
import { VIEW_GRANTS_MESSAGES } from './view-grants.ts';
import { VISIT_MESSAGES } from './visit.ts';

/** The sentences of all areas. */
export const MESSAGES = {
  ...ACCOUNT_MESSAGES,
  ...ADMIN_MESSAGES,
  ...APP_MESSAGES,
  ...AUDIT_MESSAGES,
  ...AUTH_MESSAGES,
  ...CAD_MESSAGES,
  ...DISCLAIMER_MESSAGES,
  ...EXPORTS_MESSAGES,
  ...FEEDBACK_MESSAGES,
  ...HELP_MESSAGES,
  ...INSTANCE_MESSAGES,
  ...MINIMAP_MESSAGES,
  ...MOCS_MESSAGES,
  ...PHOTOS_MESSAGES,
  ...PLACES_MESSAGES,
  ...PROFILE_MESSAGES,
  ...SITES_MESSAGES,
  ...SIGN_IN_REFUSALS,
  ...STAGE_MESSAGES,
  ...TOOLS_MESSAGES,
  ...VIEW_GRANTS_MESSAGES,
  ...EMBED_MESSAGES,
  ...VISIT_MESSAGES,
} as const;
