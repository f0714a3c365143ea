import { formatMessage } from './format-message.ts';

/** Texts that the embedded viewer shows in place of a view (docs/embedding). */
export const EMBED_MESSAGES = {
  'embed.noToken': 'This viewer has no token',
  'embed.unreachable': 'The server cannot be reached',
  'embed.away': 'The server cannot be reached. Trying again…',
  'embed.noWebGl': 'This browser offers no WebGL 2',
  'embed.nothing': 'There is nothing to show at this site',
  'embed.failed': 'The view could not be opened',
  'embed.retry': 'Retry',
  'embed.loading': 'Opening the view…',
  'embed.stage': '3D view',
  'embed.straight': 'Straight',
  'embed.slope': 'Slope',
  'embed.slopeText': '{percent} % ({angle})',
  'embed.azimuth': 'Azimuth from north',
  'embed.alongTheSurface': 'Along the surface',
  'embed.perimeter': 'Perimeter',
  'embed.northUp': 'North up',
  'embed.fullScreen': 'Full screen',
  'embed.leaveFullScreen': 'Leave full screen',
  'embed.zoomIn': 'Zoom in',
  'embed.zoomOut': 'Zoom out',
  'embed.home': 'Home',
  'embed.layer': 'Layer',
  'embed.tiles': 'Tiles',
  'embed.quality': 'Quality',
  'embed.scale': 'Scale',
  'embed.resize': 'Resize',
  'embed.move': 'Move',
  'embed.rotate': 'Rotate',
  'embed.cuttingPlane': 'Cutting plane',
  'embed.sectionBox': 'Section box',
  'embed.volume': 'Volume',
  'embed.handles': 'Handles',
  'embed.removeSectionBox': 'Remove section box',
  'embed.undo': 'Undo',
  'embed.removeAll': 'Remove all',
  'embed.close': 'Close',
  'embed.measureDistance': 'Measure distance',
  'embed.measureHeight': 'Measure height',
  'embed.measureAngle': 'Measure angle',
  'embed.target': 'Target',
  'embed.lon': 'Lon',
  'embed.lat': 'Lat',
  'embed.total': 'Total',
  'embed.leg': 'Leg {number}, {length}',
  'embed.inOneLeg': 'in one leg',
  'embed.totalOfLegs': 'total of {length} legs',
  'embed.heightDifference': 'height difference',
  'embed.horizontalArea': 'horizontal area',
  'embed.fromThePlane': 'from the plane',
  'embed.esc': 'Esc',
  'embed.compassHeadingDegrees': 'Compass, heading {rounded} degrees',
  'embed.coordinatesOfTheCursor': 'Coordinates of the cursor',
  'embed.coordinatesMiddleView': 'Coordinates of the middle of the view',
  'embed.layerShown': 'Layer: {name}',
  'embed.tools': 'Tools',
  'embed.cut': 'Cut',
  'embed.otherSite': 'This token does not open the site “{slug}”',
  'embed.useTwoFingers': 'Use two fingers to move the view',
  'embed.holdAndScroll': 'Hold {key} and scroll to zoom',
  'embed.noLayer': 'There is no layer “{name}” here.',
  'embed.noProjection': 'There is no projection “{name}”; there are {known}.',
  'embed.noQuality': 'There is no quality “{name}”; there are {known}.',
  'embed.noDate': '“{date}” is no date like 2026-03-14.',
  'embed.noCapture': 'There is no capture of {date} here; there are those of {known}.',
  'embed.policyStopsViewer':
    'The Content-Security-Policy of this page stops the viewer: its worker-src has to allow blob: and {server}',
  'embed.policyStopsFormat': 'The Content-Security-Policy of this page stops it: its script-src has to allow {source}.',
  'embed.serverMissing':
    'The property “server” is missing: the address of the Overlook server, like https://overlook.example',
  'embed.serverWrong': 'The property “server” is “{server}”, which is no address like https://overlook.example',
} as const;

/** The reason why an element that names a site does not show the view of another one. */
export const otherSiteText = (slug: string): string => formatMessage(EMBED_MESSAGES['embed.otherSite'], { slug });

/** How to move a view that leaves the wheel and one finger to its page. */
export function scrollHintText(means: 'wheel' | 'touch', isMac = false): string {
  if (means === 'touch') return EMBED_MESSAGES['embed.useTwoFingers'];
  return formatMessage(EMBED_MESSAGES['embed.holdAndScroll'], { key: isMac ? '⌘' : 'Ctrl' });
}

/** Of a layer that the view does not have. */
export const noLayerText = (name: string): string => formatMessage(EMBED_MESSAGES['embed.noLayer'], { name });

/** Of a projection that there is not; `known` are those that there are. */
export const noProjectionText = (name: string, known: readonly string[]): string =>
  formatMessage(EMBED_MESSAGES['embed.noProjection'], { name, known: known.join(', ') });

/** Of a level of quality that there is not; `known` are those that there are. */
export const noQualityText = (name: string, known: readonly string[]): string =>
  formatMessage(EMBED_MESSAGES['embed.noQuality'], { name, known: known.join(', ') });

/** The reason why nothing is shown on a page whose policy stops the workers. */
export const policyText = (server: string): string =>
  formatMessage(EMBED_MESSAGES['embed.policyStopsViewer'], { server });

/** The reason why the module of a format is not loaded; `source` is what the policy lacks. */
export const formatPolicyText = (source: string): string =>
  formatMessage(EMBED_MESSAGES['embed.policyStopsFormat'], { source });

/** `server` of an element, of its component or of a package is missing or wrong. */
export const noServerText = (server: string): string =>
  server === ''
    ? EMBED_MESSAGES['embed.serverMissing']
    : formatMessage(EMBED_MESSAGES['embed.serverWrong'], { server });
