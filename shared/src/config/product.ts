/** The product's own name; an instance may show another (`PRODUCT_NAME`). */
export const PRODUCT_NAME = 'Overlook';

/** The version label (specification §1). */
export const PRODUCT_VERSION = 'v2.7.0';

/** Where the server has the user guide; no sign-in is needed (specification §2 "A User Guide button opens a PDF"). */
export const USER_GUIDE_PATH = '/user-guide.pdf';

/** Menus that an instance switches on by `FEATURES` (specification §2 "Settings menu groups"). */
export const FEATURE_FLAGS = ['notifications', 'organisation', 'site-settings', 'instance', 'metrics'] as const;

export type FeatureFlag = (typeof FEATURE_FLAGS)[number];
