import { formatMessage, listed } from './format-message.ts';

/** The main view (specification §2, §4, §8). */
export const STAGE_MESSAGES = {
  'models.fetchFailed': 'There was a problem fetching models',
  'modelGroups.fetchFailed': 'There was a problem fetching model groups',
  'stage.layerMissing': 'Model set not included',
  'stage.layerForbidden':
    'Unfortunately your subscription does not include this model type. Please speak to your administrator.',
  'stage.noModel': 'There is no model here for you yet',
  'stage.noLayers': 'No layers yet',
  'stage.noModelHint': 'Its layers appear here as soon as they have been imported.',
  'stage.opening': 'Opening the model',
  'stage.openFailed': 'The model could not be loaded',
  'stage.settled': 'View settled',
  'stage.stoppedAtMemoryLimit': 'Stopped at the memory limit',
  'stage.contextLost': 'Restoring the view',
  'stage.underGround': 'The camera is under the ground',
  'stage.leaveGround': 'Fly home',
  'stage.qualityReduced': 'Quality reduced',
  'stage.qualityReducedTitle': 'Quality is reduced for now',
  'stage.qualityReducedBefore': 'Quality was reduced',
  'stage.viewerLimit': 'Above the viewer count limit',
  'stage.needsWidth': 'Needs a wider window',
  'stage.needsOneScreen': 'Needs one screen',
  'stage.needsTwoLayers': 'Needs a second layer',
  'stage.onOtherSide': 'Shown on the other side',
  'stage.captureFailed': 'The screenshot could not be taken',
  'link.copied': 'Link copied',
  'link.copiedWithoutResults': 'Link copied without measurements, targets and angles: there are too many for a link',
  'link.copiedWithoutObjects': 'Link copied without the selected, hidden and coloured objects',
  'link.copyFailed': 'The link could not be copied',
  'link.invalid': 'The link could not be read',
  'link.siteHidden': 'The link leads to a site that is not open to you',
  'link.partsLeftOut': 'Some layers of the link are not open to you and were left out',
  'stage.failedTitle': 'The viewer could not start',
  'stage.webglTitle': 'This browser cannot draw 3D models',
  'stage.webgl':
    'The models need WebGL 2. Switch on hardware acceleration in the settings of this browser, update it, or open this page in a current Chrome, Edge, Firefox or Safari.',
  'stage.cameraBack': 'Camera back',
  'stage.cameraForward': 'Camera forward',
  'stage.copyLink': 'Copy link',
  'stage.share': 'Share',
  'stage.screens': 'Screens',
  'stage.screenshot': 'Screenshot',
  'stage.cancelTheScreenshot': 'Cancel the screenshot',
  'stage.more': 'More',
  'stage.globe': 'Globe',
  'stage.syncScreens': 'Sync screens',
  'stage.swipe': 'Swipe',
  'stage.captures': 'Captures',
  'stage.daysApart': '{days, plural, one {1 day} other {{days} days}} apart',
  'stage.sectionBox': 'Section box',
  'stage.asShown': 'As shown',
  'stage.compass': 'Compass',
  'stage.coordinatesOfTheCursor': 'Coordinates of the cursor',
  'stage.coordinatesMiddleView': 'Coordinates of the middle of the view',
  'stage.retry': 'Retry',
  'stage.projection': 'Projection',
  'stage.quality': 'Quality',
  'stage.layer': 'Layer',
  'stage.layerShown': 'Layer: {place}{name}{date}',
  'stage.light': 'Light',
  'stage.sun': 'Sun',
  'stage.sunShadows': 'Sun shadows',
  'stage.softShadeInCorners': 'Soft shade in corners',
  'stage.classes': 'Classes',
  'stage.show': 'Show {label}',
  'stage.hide': 'Hide {label}',
  'stage.colourBy': 'Colour by: {colorMode}',
  'stage.colourByLabel': 'Colour by',
  'stage.returns': 'Returns',
  'stage.automatic': 'Automatic',
  'stage.screenSpaceError': 'Screen-space error',
  'stage.resolution': 'Resolution',
  'stage.resolutionBaseMap': 'Resolution of the base map',
  'stage.memory': 'Memory',
  'stage.of': '{fileSize} of {fileSize2}',
  'stage.scale': 'Scale',
  'stage.showAllScreens': 'Show all screens',
  'stage.maximiseScreen': 'Maximise screen {number}',
  'stage.widthOfTheScreens': 'Width of the screens',
  'stage.heightOfTheScreens': 'Height of the screens',
  'stage.dismiss': 'Dismiss',
  'stage.divider': 'Divider',
  'stage.sideBySide': 'Side by side',
  'stage.topAndBottom': 'Top and bottom',
  'stage.closeTheSwipe': 'Close the swipe',
  'stage.direction': 'Direction',
  'stage.swap': 'Swap',
  'stage.holdToBlink': 'Hold to blink',
  'stage.space': 'Space',
  'stage.resetToTheMiddle': 'Reset to the middle',
  'stage.tiles': 'Tiles, {state}',
  'stage.tilesLabel': 'Tiles',
  'stage.starting': 'Starting',
  'stage.objectTree': 'Object tree',
  'stage.homeView': 'Home view',
  'stage.resetTheCuttingPlane': 'Reset the cutting plane',
  'stage.cuttingPlane': 'Cutting plane',
  'stage.zoomIn': 'Zoom in',
  'stage.zoomOut': 'Zoom out',
  'stage.compassHeadingDegrees': 'Compass, heading {rounded} degrees',
  'stage.northUp': 'North up',
  'stage.orthographicView': 'Orthographic view',
  'stage.axisViews': 'Views',
  'stage.viewTop': 'Top',
  'stage.viewBottom': 'Bottom',
  'stage.viewFront': 'Front, from the south',
  'stage.viewBack': 'Back, from the north',
  'stage.viewLeft': 'Left, from the west',
  'stage.viewRight': 'Right, from the east',
  'stage.viewIsometric': 'Isometric',
  'stage.squareToFace': 'Square to the face in the middle',
  'stage.noFace': 'There is no flat face in the middle of the view.',
  'stage.lon': 'Lon',
  'stage.lat': 'Lat',
  'stage.zone': 'Zone',
  'stage.thisSiteHas': 'This site has {layers}.',
  'stage.height': 'Height',
  'stage.intensity': 'Intensity',
  'stage.lowest': 'Lowest',
  'stage.highest': 'Highest',
  'stage.screen': 'Screen {number}',
  'stage.dragOrArrowKeys': 'Drag, or arrow keys',
  'stage.openingSite': 'Opening {site}',
  'stage.theModel': 'the model',
  'stage.pictureOf': 'Picture of {date}',
  'stage.loadingTiles': 'Loading tiles',
  'stage.loadingTilesOf': 'Loading tiles {loaded} of {wanted}',
  'stage.settledAtLimit': '{settled}, limited to {millions} million points',
  'stage.tilesFailedCount': '{count, plural, one {1 tile} other {# tiles}} failed',
  'quality.memory': 'The view needs more memory than there is, so distant tiles are coarser.',
  'quality.lostContexts':
    'The browser lost its graphics memory before, so less of it is used until the page is reloaded.',
  'quality.untilRest': 'It recovers when the camera rests.',
  'quality.untilSmaller': 'It recovers in smaller views.',
  'quality.slowFrames': 'Frames took {ms} ms, so distant tiles are coarser and points larger.',
  'quality.slowBefore': 'Devices like this one have been slow, so distant tiles are coarser and points larger.',
  'quality.whileMoving': 'While the camera moves {changes}.',
  'quality.coarserMap': 'the base map has fewer pixels',
  'quality.noShadows': 'shadows of the sun are left out',
  'quality.noEffects': 'eye-dome lighting, round points and soft shade are left out',
  'quality.fewerPixels': 'the picture has fewer pixels',
  'quality.notSmoothed': 'edges are not smoothed',
  'stage.fileNotShown': '{file} is not shown: {reason}',
} as const;

/** Footer line until the first tiles have loaded; without the name until it is known. */
export const openingText = (siteName: string | null): string =>
  formatMessage(STAGE_MESSAGES['stage.openingSite'], { site: siteName ?? STAGE_MESSAGES['stage.theModel'] });

/** On the picture of a site while its model opens; `date` as text. */
export const pictureDateText = (date: string): string => formatMessage(STAGE_MESSAGES['stage.pictureOf'], { date });

/**
 * Footer line while tiles load: how many of the needed tiles have loaded. Without figures until they are known, and while the
 * tiles that follow from those that have loaded are not.
 */
export function tilesLoadingText(loaded: number, wanted: number): string {
  return loaded >= wanted
    ? STAGE_MESSAGES['stage.loadingTiles']
    : formatMessage(STAGE_MESSAGES['stage.loadingTilesOf'], { loaded, wanted });
}

/** Footer line of a complete view that a limit of points keeps coarser than chosen. */
export const settledAtLimitText = (points: number): string =>
  formatMessage(STAGE_MESSAGES['stage.settledAtLimit'], {
    settled: STAGE_MESSAGES['stage.settled'],
    millions: Number((points / 1e6).toFixed(1)),
  });

/** Footer line after tiles could not be loaded. */
export function tilesFailedText(failed: number): string {
  return formatMessage(STAGE_MESSAGES['stage.tilesFailedCount'], { count: failed });
}

/** In which way the model is drawn less finely than chosen. */
export interface ReducedQuality {
  readonly reasons: readonly ('frameTime' | 'memory')[];
  /** Duration of the newest frame in motion, milliseconds; 0 before the first. */
  readonly frameMs: number;
  readonly pixelRatio: { readonly chosen: number; readonly now: number };
  readonly mapPixelRatioFactor: number;
  readonly hasEffects: boolean;
  readonly hasShadows: boolean;
  readonly isSmoothed: boolean;
  readonly memory: { readonly lostContexts: number };
}

/** Why the model is drawn less finely than chosen, in which way, and when that ends. */
export function qualityReasonText(quality: ReducedQuality): string {
  const isSlow = quality.reasons.includes('frameTime');
  const isMemory = quality.reasons.includes('memory');
  const { lostContexts } = quality.memory;
  return [
    isSlow && slowText(quality),
    isMemory && STAGE_MESSAGES['quality.memory'],
    isMemory && lostContexts > 0 && STAGE_MESSAGES['quality.lostContexts'],
    isSlow ? STAGE_MESSAGES['quality.untilRest'] : STAGE_MESSAGES['quality.untilSmaller'],
  ]
    .filter(Boolean)
    .join(' ');
}

function slowText(quality: ReducedQuality): string {
  const { frameMs, pixelRatio, mapPixelRatioFactor, hasEffects, hasShadows, isSmoothed } = quality;
  const cause =
    frameMs > 0
      ? formatMessage(STAGE_MESSAGES['quality.slowFrames'], { ms: Math.round(frameMs) })
      : STAGE_MESSAGES['quality.slowBefore'];
  const isSmaller = pixelRatio.now < pixelRatio.chosen;
  const left = [
    mapPixelRatioFactor < 1 && STAGE_MESSAGES['quality.coarserMap'],
    !hasShadows && STAGE_MESSAGES['quality.noShadows'],
    !hasEffects && STAGE_MESSAGES['quality.noEffects'],
    isSmaller && STAGE_MESSAGES['quality.fewerPixels'],
    !isSmoothed && STAGE_MESSAGES['quality.notSmoothed'],
  ].filter((part) => part !== false);
  if (left.length === 0) return cause;
  return `${cause} ${formatMessage(STAGE_MESSAGES['quality.whileMoving'], { changes: listed(left) })}`;
}

/** A file of the model that the viewer cannot read, named so that its owner can be told. */
export function unsupportedContentText(fileName: string, reason: string): string {
  return reason.includes(fileName)
    ? reason
    : formatMessage(STAGE_MESSAGES['stage.fileNotShown'], { file: fileName, reason });
}
