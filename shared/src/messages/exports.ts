import { roughCountText } from '../format/count.ts';
import type { MeshLayerId } from '../config/exports.ts';
import { modelType } from '../config/model-types.ts';
import { densityText } from '../format/density.ts';
import { fileSizeText } from '../format/file-size.ts';
import { numberText, withUnit } from '../format/number.ts';
import { BEHIND_TRIANGLES_MOST, fitsSheet, scaleThatFits, type SheetName, sheetThatFits } from '../drawings/index.ts';
import { formatMessage } from './format-message.ts';

/** PointGrab (specification §8). */
export const EXPORTS_MESSAGES = {
  'export.drawingEmpty':
    'There is nothing of this layer at the plane in the window. Move the plane, or choose a larger window.',
  'export.behind': 'What lies behind the plane',
  'export.behindHint':
    'Edges and outlines of what the half of the box behind the plane has, without what is hidden, as thin grey lines.',
  'export.behindTextured': 'Surfaces from photos have no edges, so nothing behind the plane is drawn of this layer.',
  'export.behindTooMuch':
    'Behind the plane lie more than 2 million triangles or 1 million edges. Make the box smaller or less deep, or draw the cut alone.',
  'export.behindCost':
    '{drawing} About {count, plural, one {1 triangle} other {{triangles} triangles}} behind the plane.',
  'export.behindCostTooMuch':
    'About {triangles} triangles lie behind the plane; at most {most} are drawn. Make the box smaller or less deep, or draw the cut alone.',
  'export.drawing': 'Drawing',
  'export.meshes': 'Meshes ({format})',
  'export.kind': 'Kind of export',
  'export.drawingView': 'View',
  'export.drawingViewPlan': 'Plan',
  'export.drawingViewSection': 'Section',
  'export.drawingHintPlan': 'The level plane through the middle of the box cuts the layer; the box is the window.',
  'export.drawingHintSection':
    'The upright plane through the middle of the box, along its first side, cuts the layer; the box is the window.',
  'export.drawingSheet': 'Sheet',
  'export.drawingScale': 'Scale',
  'export.drawingScaleOf': '1 : {scale}',
  'export.drawingFits': 'At 1 : {scale} the drawing is {width} × {height} mm, and fits on {sheet}.',
  'export.drawingFitsLarger':
    'At 1 : {scale} the drawing is {width} × {height} mm, which is too large for {sheet}. It fits on {larger}.',
  'export.drawingFitsSmaller':
    'At 1 : {scale} the drawing is {width} × {height} mm, which fits on no sheet. At 1 : {smaller} it fits on {sheet}.',
  'export.drawingFitsNone':
    'At 1 : {scale} the drawing is {width} × {height} mm, which fits on no sheet. Choose a smaller window.',
  'export.drawingLayer': '{layer}, captured on {day}',
  'export.drawingPlan': 'Plan, cut at {height} m above the ellipsoid of WGS 84',
  'export.drawingSection': 'Section, seen along {degrees}° from north',
  'export.drawingBy': 'Requested by {name}, drawn by {product}',
  'export.drawingMade': 'Drawn on {date} UTC from the finest surfaces, cut 0.05 mm above the plane',
  'export.drawingFor': 'Only for those who may see this layer',
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
  'export.notFound': 'There is no such export.',
  'export.noCloud': 'The site has no such point cloud. Reload the page and submit again.',
  'export.coordinatesInvalid': 'Choose the coordinates of the site, ECEF, or the EPSG code of a projected system.',
  'export.epsgRequired': 'Enter an EPSG code, such as 25832.',
  'export.systemOfSite': '{system}, of the site',
  'export.systemNotProjected': 'This system is not a map projection in metres. Choose another code.',
  'export.densityNotOffered': 'The point cloud does not offer this density. Choose another one.',
  'export.tooManyPending':
    'Too many of your exports are not done yet. Wait for them or delete some, then submit again.',
  'export.tooManyMails':
    'As many mails were sent for you as for one person in an hour. Submit without a mail, or try again later.',
  'export.noRoom':
    'The disk of the server has not the room for this export. Choose a smaller box or a coarser density.',
  'export.cloudReplaced': 'The point cloud was replaced meanwhile. Submit again.',
  'export.diskFull':
    'The disk of the server is full. Submit again later, or choose a smaller box or a coarser density.',
  'export.notMade': 'The export could not be made. Submit again; if it fails again, tell your administrator.',
  'export.descriptionRequired': 'A description must be provided',
  'export.formatRequired': 'Choose an output',
  'export.placing': 'The box is placed as soon as the model is shown.',
  'export.noBox': 'The box is switched off.',
  'export.planesIgnored': 'Cutting planes hide points here, but not in the export.',
  'export.estimating': 'Counting points',
  'export.estimateFailed': 'The size of this export could not be estimated',
  'export.noPoints': 'The box holds no points. Move it onto the model.',
  'export.inDownloads': 'The export is listed under Downloads.',
  'export.deletedRow': 'Deleted:',
  'export.restoreFailed': 'The export could not be restored',
  'exports.noneHint': 'Place the box in Tool and submit an export.',
  'exports.noneOfFormat': 'No download has this format',
  'export.boxEmpty': 'The box holds no points. Move it onto the model and submit again.',
  'export.noLayer': 'The site has no such layer. Reload the page and submit again.',
  'export.layerReplaced': 'The layer was replaced meanwhile. Submit again.',
  'export.layerEmpty': 'The box holds no triangles. Move it onto the model and submit again.',
  'export.noTriangles': 'The box holds no triangles. Move it onto the model.',
  'export.estimatingTriangles': 'Counting triangles',
  'export.tooManyObjects': 'The box holds too many objects for one file. Make the box smaller and submit again.',
  'export.tooLargeForGlb': 'The box holds more than one GLB file can have. Make the box smaller and submit again.',
  'export.layersFailed': 'There was a problem checking for layers to export',
  'export.layerSubmitted': 'Your export request was successfully submitted',
  'export.layerSubmitFailed': 'There was a problem submitting your export request',
  'export.glbHint': 'Metres, y up, about the centre of the box. The file says where that is.',
  'export.box': 'Box',
  'export.clearSelection': 'Clear selection',
  'export.flyToTheBox': 'Fly to the box',
  'export.dimmed': 'Dimmed',
  'export.hidden': 'Hidden',
  'export.shown': 'Shown',
  'export.showTheBox': 'Show the box',
  'export.handles': 'Handles',
  'export.step': 'Step {turnStepDeg}°',
  'export.stepOfBox': 'Step 0.25 m, rotation {round}°',
  'export.volume': 'Volume',
  'export.outsideTheBox': 'Outside the box',
  'export.download': 'Download {name}',
  'export.openInTool': 'Open {name} in Tool',
  'export.completed': 'Completed',
  'export.error': 'Error',
  'export.progressOf': 'Progress of {description}, {format}',
  'export.expiresOn': 'Expires on {date}',
  'export.allFormats': 'All formats',
  'export.loadingDownloads': 'Loading downloads',
  'export.format': 'Format',
  'export.whoseExports': 'Whose exports',
  'export.ownExports': 'Own exports',
  'export.allExports': 'All exports',
  'export.newestFirst': 'Newest first',
  'export.clearFilters': 'Clear filters',
  'export.downloads': 'Downloads',
  'export.retry': 'Retry',
  'export.export': 'Export',
  'export.submitExport': 'Submit export',
  'export.output': 'Output',
  'export.density': 'Density',
  'export.formats': 'Formats',
  'export.utmWgs84': 'UTM (WGS84)',
  'export.anotherSystem': 'Another system',
  'export.coordinates': 'Coordinates',
  'export.epsgCode': 'EPSG code',
  'export.notification': 'Notification',
  'export.notifyMeEMail': 'Notify me by e-mail',
  'export.showDownloads': 'Show downloads',
  'export.pointgrab': 'PointGrab',
  'export.tool': 'Tool',
  'export.loadingThePointCloud': 'Loading the point cloud',
  'export.source': 'Source',
  'export.ofCapture': 'Capture of {date}',
  'export.openInToolShort': 'Open in Tool',
  'export.ecefWgs84': 'ECEF (WGS84)',
  'export.utmZone': 'UTM zone {zone}{hemisphere} (WGS84)',
  'export.systemUnknown': '{code} is not a coordinate system that is known here. Choose another code.',
  'export.systemTooFar': 'The box is outside the area of {name}. Choose another code.',
  'export.systemInexact': 'Coordinates of {name} would be wrong by up to {error}. Choose another code.',
  'export.keptTooMuch': 'Your exports may take {size} in all. Delete some, then submit again.',
  'export.estimate': 'About {roughly} {count, plural, one {point} other {points}}, {size}',
  'export.meshEstimate': 'About {roughly} {count, plural, one {triangle} other {triangles}}, {size}',
  'export.tooManyPoints': 'About {points} points, and one export takes {most}. Make the box smaller.',
  'export.tooManyPointsAt':
    'About {points} points, and one export takes {most}. Choose {density} or make the box smaller.',
  'export.overLimit':
    'The box holds more than {most} points at this density, and one export takes no more. Choose a coarser density or make the box smaller, then submit again.',
  'export.tooManyTriangles': 'About {triangles} triangles, and one export takes {most}. Make the box smaller.',
  'export.moreTriangles':
    'The box holds more than {most} triangles, the most that one export takes. Make it smaller and submit again.',
  'export.layerNotHeld': 'The layer {layer} is kept on another server. It cannot be exported here.',
  'export.pending': 'Pending',
  'export.pendingInQueue':
    'Pending, {place, selectordinal, =1 {first} =2 {second} =3 {third} =4 {fourth} =5 {fifth} =6 {sixth} =7 {seventh} =8 {eighth} =9 {ninth} =10 {tenth} one {#st} two {#nd} few {#rd} other {#th}} in the queue',
  'export.pendingPoints': 'Pending, {done} of {total} points',
  'export.pendingTiles': 'Pending, {done} of {count, plural, one {1 tile} other {{total} tiles}}',
  'export.done': '{description}, {format}: completed',
  'export.failed': '{description}, {format}: failed',
} as const;

/** The reasons why points are not written in a system. `name` has its code. */
export const systemUnknownText = (code: string): string =>
  formatMessage(EXPORTS_MESSAGES['export.systemUnknown'], { code });
export const systemTooFarText = (name: string): string =>
  formatMessage(EXPORTS_MESSAGES['export.systemTooFar'], { name });
export const systemInexactText = (name: string, accuracyM: number): string =>
  formatMessage(EXPORTS_MESSAGES['export.systemInexact'], { name, error: withUnit(String(accuracyM), 'm') });

/** The reason why an export is refused that would exceed the room of one person. */
export const keptTooMuchText = (mostBytes: number): string =>
  formatMessage(EXPORTS_MESSAGES['export.keptTooMuch'], { size: fileSizeText(mostBytes) });

/** The estimated size of an export, before it is requested. */
export const estimateText = (points: number, sizeBytes: number): string =>
  formatMessage(EXPORTS_MESSAGES['export.estimate'], {
    roughly: roughCountText(points),
    count: points,
    size: fileSizeText(sizeBytes),
  });

/** Why a box is too large for one export, and what makes it smaller. `fitting` is the finest density that fits, metres; null for none. */
export function tooManyPointsText(points: number, most: number, fitting: number | null): string {
  const counts = { points: roughCountText(points), most: roughCountText(most) };
  return fitting === null
    ? formatMessage(EXPORTS_MESSAGES['export.tooManyPoints'], counts)
    : formatMessage(EXPORTS_MESSAGES['export.tooManyPointsAt'], { ...counts, density: densityText(fitting) });
}

/** The reason why an export was stopped that had more points than estimated. */
export const overLimitText = (most: number): string =>
  formatMessage(EXPORTS_MESSAGES['export.overLimit'], { most: roughCountText(most) });

/** The estimated size of the meshes of a layer in a box, before they are requested. */
export const meshEstimateText = (triangles: number, sizeBytes: number): string =>
  formatMessage(EXPORTS_MESSAGES['export.meshEstimate'], {
    roughly: roughCountText(triangles),
    count: triangles,
    size: fileSizeText(sizeBytes),
  });

/** Why a box is too large for the meshes of one export. */
export const tooManyTrianglesText = (triangles: number, most: number): string =>
  formatMessage(EXPORTS_MESSAGES['export.tooManyTriangles'], {
    triangles: roughCountText(triangles),
    most: roughCountText(most),
  });

/** The same, after the triangles were counted. */
export const moreTrianglesText = (most: number): string =>
  formatMessage(EXPORTS_MESSAGES['export.moreTriangles'], { most: roughCountText(most) });

/** The reason why a layer on another server cannot be exported. */
export const layerNotHeldText = (layer: MeshLayerId): string =>
  formatMessage(EXPORTS_MESSAGES['export.layerNotHeld'], { layer: modelType(layer).label });

/** The progress of an unfinished export. `ahead` exports are processed before it. */
export function pendingText(
  { ahead, done, total }: { ahead: number; done: number; total: number | null },
  unit: 'points' | 'tiles',
): string {
  if (ahead > 0) return formatMessage(EXPORTS_MESSAGES['export.pendingInQueue'], { place: ahead + 1 });
  if (!total) return EXPORTS_MESSAGES['export.pending'];
  const progress = { done: withUnit(String(percentOf(done, total)), '%'), total: roughCountText(total) };
  return unit === 'tiles'
    ? formatMessage(EXPORTS_MESSAGES['export.pendingTiles'], { ...progress, count: total })
    : formatMessage(EXPORTS_MESSAGES['export.pendingPoints'], progress);
}

/** The finished share in whole percent; under 100 until everything is finished. */
export const percentOf = (done: number, total: number): number =>
  Math.max(0, Math.min(100, Math.floor((100 * done) / total)));

/** Said when an export is done. */
export const exportDoneText = (description: string, format: string): string =>
  formatMessage(EXPORTS_MESSAGES['export.done'], { description, format });
export const exportFailedText = (description: string, format: string): string =>
  formatMessage(EXPORTS_MESSAGES['export.failed'], { description, format });

/** What is said of a drawing, with the triangles behind its plane. */
export const behindCostText = (drawing: string, triangles: number): string =>
  formatMessage(EXPORTS_MESSAGES['export.behindCost'], {
    drawing,
    triangles: roughCountText(triangles),
    count: triangles,
  });

/** Why what lies behind the plane of a drawing is not drawn. */
export const behindTooMuchText = (triangles: number): string =>
  formatMessage(EXPORTS_MESSAGES['export.behindCostTooMuch'], {
    triangles: roughCountText(triangles),
    most: roughCountText(BEHIND_TRIANGLES_MOST),
  });

/** Whether a drawing fits its sheet, and that in words: with what would fit, where it does not. Metres. */
export function drawingFitText(
  { sheet, scale }: { readonly sheet: SheetName; readonly scale: number },
  widthM: number,
  heightM: number,
): { readonly fits: boolean; readonly text: string } {
  const [width, height] = [widthM, heightM].map((metres) => numberText((metres * 1000) / scale, 0));
  const larger = sheetThatFits(widthM, heightM, scale);
  const smaller = scaleThatFits(sheet, widthM, heightM);
  const fits = fitsSheet(sheet, widthM, heightM, scale);
  const values = {
    sheet,
    scale: numberText(scale, 0),
    width: width!,
    height: height!,
    larger: larger ?? '',
    smaller: numberText(smaller ?? 0, 0),
  };
  if (fits) return { fits, text: formatMessage(EXPORTS_MESSAGES['export.drawingFits'], values) };
  const misfit = larger
    ? EXPORTS_MESSAGES['export.drawingFitsLarger']
    : smaller
      ? EXPORTS_MESSAGES['export.drawingFitsSmaller']
      : EXPORTS_MESSAGES['export.drawingFitsNone'];
  return { fits, text: formatMessage(misfit, values) };
}
