/** PointGrab (specification §8). */
export const EXPORTS_MESSAGES = {
  'exports.fetchFailed': 'There was a problem fetching point grab downloads',
  'exports.checkFailed': 'There was a problem checking for available point clouds',
  'exports.unavailable':
    'Point grab is currently unavailable or there are no point clouds available for the selected site.',
  'exports.noSite': 'Please select a site to use the Point Grab tool.',
  'exports.none': 'No PointGrab downloads are currently available for this site.',
  'export.submitted': 'Your point cloud export request was successfully submitted',
  'export.submitFailed': 'There was a problem submitting your point cloud export request',
  'export.deleted': 'Delete successful',
  'export.deleteFailed': 'Error deleting download',
} as const;
