export { MESSAGES, type MessageKey } from './all.ts';
// By area as well: what stands before sign-in must not bring every sentence with it.
export { APP_MESSAGES } from './app.ts';
export { AUTH_MESSAGES } from './auth.ts';
export { tilesFailedText, tilesLoadingText, unsupportedContentText } from './stage.ts';
