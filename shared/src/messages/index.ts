import { APP_MESSAGES } from './app.ts';
import { AUTH_MESSAGES } from './auth.ts';
import { DISCLAIMER_MESSAGES } from './disclaimer.ts';
import { SITES_MESSAGES } from './sites.ts';
import { STAGE_MESSAGES } from './stage.ts';

export { tilesFailedText, tilesLoadingText, unsupportedContentText } from './stage.ts';

/** Every sentence that is shown by key, of all areas. */
export const MESSAGES = {
  ...APP_MESSAGES,
  ...AUTH_MESSAGES,
  ...DISCLAIMER_MESSAGES,
  ...SITES_MESSAGES,
  ...STAGE_MESSAGES,
} as const;

export type MessageKey = keyof typeof MESSAGES;
