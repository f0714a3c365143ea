/** The main view; every other signed-in address opens something over or beside it. */
export const MAIN_VIEW = { path: '/', title: 'Main view' } as const;
