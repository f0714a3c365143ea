import { APP_MESSAGES } from '@overlook/shared/messages';
/** The main view; every other signed-in address opens something over or beside it. */
export const MAIN_VIEW = { path: '/', title: APP_MESSAGES['app.mainView'] } as const;
