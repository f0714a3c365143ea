import { fileSizeText } from '../format/file-size.ts';
import { formatMessage } from './format-message.ts';

/** Management of change (specification §2, §8). */
export const MOCS_MESSAGES = {
  'mocs.fetchFailed': 'There was a problem fetching MOCs',
  'mocs.empty': 'This site has no MOCs yet',
  'mocs.emptyHint': 'A MOC marks on the model what is to change, and follows it from proposed to completed.',
  'mocs.noMatch': 'No MOC fits the search',
  'moc.saved': 'MOC has been successfully created/updated',
  'moc.saveFailed': 'There was an error saving/updating your MOC',
  'moc.attachHint': 'Add files, drag them here or paste them.',
  'moc.uploading': 'Saved when all files have arrived',
  'moc.hasView': 'The view is saved with the MOC',
  'moc.noView': 'No view is saved with the MOC',
  'moc.hasMeasurements': 'Measurements are saved with the MOC',
  'moc.noMeasurements': 'Measurements are not saved with the MOC',
  'moc.measurementsUnread': 'Some measurements of this MOC could not be read',
  'moc.noAreas': 'No areas are drawn for this MOC',
  'moc.discard': 'What you typed has not been saved.',
  'moc.theirsTaken': 'The newest version is in the form now, with what you have typed. Save again when it is right.',
  'moc.theirsShown': 'The newest version is in the form now, with what you have typed. Save when it is right.',
  'moc.conflict': 'Choose which text is kept',
  'moc.archiveDone': 'MOC archived',
  'moc.archiveFailed': 'The MOC could not be archived',
  'moc.restoreDone': 'MOC restored',
  'moc.restoreFailed': 'The MOC could not be restored',
  'moc.pickPoint': 'Click a point on the model to create a MOC at that location',
  'moc.byDeleted': 'A deleted account',
  'moc.notFound': 'There is no such MOC.',
  'moc.nameRequired': 'Enter a name',
  'moc.documentNumberRequired': 'Enter a document number',
  'moc.guidTaken': 'Another MOC of this site has this GUID.',
  'moc.archived': 'This MOC is archived. Restore it to change it.',
  'moc.otherSite': 'This MOC names another site than the address.',
  'moc.positionsDiffer': 'The degrees and the coordinates of this position are different places.',
  'moc.elsewhere': 'This position is not at this site.',
  'area.prompt': 'Click the corners of the area, then its first corner again',
  'area.keepDrawing': 'What was drawn of this area is not saved',
  'area.saveFailed': 'The area could not be saved',
  'area.conflict': 'Choose which area is kept',
  'area.archiveDone': 'Area archived',
  'area.archiveFailed': 'The area could not be archived',
  'area.restoreFailed': 'The area could not be restored',
  'area.nameRequired': 'Enter a name for the area',
  'area.tooMany': 'A MOC has at most 500 areas.',
  'area.tooManyTouched': 'Too many objects are near this area. Draw a smaller one.',
  'area.tooMuchTouched':
    'The areas have too many corners and objects near them to compare them all at once. Ask for one area, or draw it with fewer corners.',
  'area.notFound': 'There is no such area.',
  'area.uuidTaken': 'Another area has this UUID.',
  'area.colourInvalid': 'A colour has the form #rrggbb',
  'area.tooFewCorners': 'An area needs at least 3 corners',
  'area.tooManyCorners': 'An area has at most 1000 corners',
  'area.crossing': 'The edges of an area cannot cross each other',
  'area.flat': 'The corners of an area cannot lie on one line',
  'area.heights': 'The top of an area lies above its bottom',
  'area.elsewhere': 'A corner of this area is not at this site',
  'attachment.tooLarge': 'A file can have 100 MB at most.',
  'attachment.typeRefused': 'Files of this type are not accepted.',
  'attachment.broken': 'The connection broke. The upload goes on when it is back.',
  'attachment.programRefused': 'Programs, scripts, web pages and SVG are not accepted.',
  'attachment.macrosRefused': 'Office files with macros are not accepted.',
  'attachment.nameDisagrees': 'The ending of the name does not fit the content of the file.',
  'attachment.damaged': 'This file is damaged.',
  'attachment.empty': 'This file is empty.',
  'attachment.notFound': 'There is no such attachment.',
  'attachment.tooManyWaiting': 'You have uploaded 100 files that no MOC has yet. Save the MOC, or try again tomorrow.',
  'attachment.tooMany': 'A MOC has at most 100 attachments.',
  'bcf.tooLarge': 'A BCF file can have 100 MB at most.',
  'bcf.tooMuch': 'This BCF file takes too much memory or time to read. Import it in parts.',
  'bcf.noOrigin': 'This site has no origin: coordinates of a BCF file mean no place there.',
  'bcf.importFailed': 'The BCF file could not be imported',
  'bcf.broken': 'The connection broke. Import the file again: topics that the site has are passed over.',
  'bcf.reading': 'The topics are being added',
  'comment.byUnknown': 'An unknown author',
  'comment.notFound': 'There is no such comment.',
  'comment.guidTaken': 'Another comment on this MOC has this GUID.',
  'comment.mentionUnknown': 'A person who is mentioned cannot see this MOC.',
  'comment.tooManyMentions': 'You have mentioned too many people in the last hour. Try again later.',
  'touched.none': 'It touches no object of the Project Layer',
  'touched.noLayer': 'Areas are compared with the Project Layer, and there is none here for you.',
  'touched.fetchFailed': 'What the area touches could not be read',
  'mocs.exportFailed': 'The file could not be made',
  'history.empty': 'Nothing has been done to this MOC yet',
  'history.fetchFailed': 'The history could not be read',
  'comments.empty': 'No comments yet',
  'comments.fetchFailed': 'The comments could not be read',
  'comment.saveFailed': 'The comment could not be saved',
  'comment.removeFailed': 'The comment could not be removed',
  'comment.required': 'Enter a comment',
  'people.fetchFailed': 'The people could not be read',
  'people.noMatch': 'Nobody of this name can see this MOC',
  'moc.dismiss': 'Dismiss',
  'moc.laterAreas': 'Areas drawn after {date}',
  'moc.laterAreasHint': 'Pale on the model',
  'moc.area': 'Area',
  'moc.nameOfTheArea': 'Name of the area',
  'moc.discardArea': 'Discard area',
  'moc.redo': 'Redo',
  'moc.yours': 'Yours: {name}, {area}',
  'moc.theirs': 'Theirs: {name}, {area}',
  'moc.keepYours': 'Keep yours',
  'moc.keepTheirs': 'Keep theirs',
  'moc.point': 'Point {number}',
  'moc.height': 'Height',
  'moc.heightInMetres': 'Height in metres',
  'moc.capped': 'Capped',
  'moc.colour': 'Colour',
  'moc.bcfFile': 'BCF file',
  'moc.importOf': 'Import of {filename}',
  'moc.importBcf': 'Import BCF',
  'moc.cancelImport': 'Cancel import',
  'moc.uploadOf': 'Upload of {filename}',
  'moc.topicsThatWereRefused': 'Topics that were refused',
  'moc.topicsWithoutAPart': 'Topics without a part',
  'moc.attachments': 'Attachments',
  'moc.addFiles': 'Add files',
  'moc.filesToAttach': 'Files to attach',
  'moc.remove': 'Remove {filename}',
  'moc.removedWhenSaved': 'Removed when saved',
  'moc.retry': 'Retry {name}',
  'moc.cancel': 'Cancel {name}',
  'moc.uploadOfName': 'Upload of {name}',
  'moc.yoursShort': 'Yours',
  'moc.theirsShort': 'Theirs',
  'moc.editMoc': 'Edit MOC',
  'moc.addMoc': 'Add MOC',
  'moc.discardWhatYouTyped': 'Discard what you typed',
  'moc.documentNumber': 'Document number',
  'moc.state': 'State',
  'moc.placeAndView': 'Place and view',
  'moc.changePosition': 'Change position',
  'moc.useThePresentView': 'Use the present view',
  'moc.attachMeasurements': 'Attach measurements',
  'moc.removeMeasurements': 'Remove measurements',
  'moc.people': 'People',
  'moc.areas': 'Areas',
  'moc.whatDoesTouch': 'What does {name} touch?',
  'moc.flyTo': 'Fly to {name}',
  'moc.edit': 'Edit {name}',
  'moc.archive': 'Archive {name}',
  'moc.comments': 'Comments',
  'moc.removeComment': 'Remove comment',
  'moc.comment': 'Comment',
  'moc.addComment': 'Add comment',
  'moc.addArea': 'Add Area',
  'moc.showMeasurements': 'Show measurements',
  'moc.flyToIt': 'Fly to',
  'moc.copyLink': 'Copy link',
  'moc.moreOf': 'More of {name}',
  'moc.author': 'Author',
  'moc.written': 'Written',
  'moc.assignedTo': 'Assigned to',
  'moc.due': 'Due',
  'moc.priority': 'Priority',
  'moc.type': 'Type',
  'moc.labels': 'Labels',
  'moc.view': 'View',
  'moc.moc': 'MOC',
  'moc.history': 'History',
  'moc.show': 'Show',
  'moc.hide': 'Hide',
  'moc.loadingMoc': 'Loading MOC',
  'moc.proposed': 'Proposed',
  'moc.approved': 'Approved',
  'moc.completed': 'Completed',
  'moc.other': 'Other',
  'moc.managementOfChange': 'Management of Change',
  'moc.add': 'Add',
  'moc.loadingMocs': 'Loading MOCs',
  'moc.clearFilters': 'Clear filters',
  'moc.exportCsv': 'Export CSV',
  'moc.exportGeojson': 'Export GeoJSON',
  'moc.exportBcf': 'Export BCF',
  'moc.exportBcf21': 'Export as BCF 2.1',
  'moc.importAndExportMocs': 'Import and export MOCs',
  'moc.exportMocs': 'Export MOCs',
  'moc.searchMocs': 'Search MOCs',
  'moc.filterByState': 'Filter by state',
  'moc.hideAllMocs': 'Hide all MOCs',
  'moc.showMocs': 'Show MOCs',
  'moc.listAll': 'List all',
  'moc.mocs': 'MOCs',
  'moc.objectsThatTouches': 'Objects that {name} touches',
  'moc.selectAll': 'Select all',
  'moc.inside': 'Inside',
  'moc.crossing': 'Crossing',
  'moc.discardButton': 'Discard',
  'moc.keepDrawing': 'Keep drawing',
  'moc.waiting': 'Waiting',
  'moc.empty': 'Empty',
  'moc.saveMoc': 'Save MOC',
  'moc.files': 'Files',
  'moc.keepEditing': 'Keep editing',
  'moc.keepFile': 'Keep {filename}',
  'moc.showNamed': 'Show {name}',
  'moc.hideNamed': 'Hide {name}',
  'moc.pointCount': '{count, plural, one {1 point} other {# points}}',
  'moc.areaCount': '{count, plural, one {1 area} other {# areas}}',
  'moc.found': '{count, plural, one {1 MOC} other {# MOCs}}',
  'moc.atPin': '{count, plural, one {1 MOC} other {# MOCs}} at this pin',
  'moc.bcfAdded': '{count, plural, one {1 MOC} other {# MOCs}} added',
  'moc.bcfThere': '{count} there already',
  'moc.bcfRefused': '{count} refused',
  'moc.viewLeftOut': 'Its view is left out: {reason}',
  'moc.partsLeftOut': 'Left out: {parts}.',
  'moc.selectedKept': '{count, plural, one {1 selected object} other {# selected objects}}',
  'moc.planesKept': '{count, plural, one {1 section plane} other {# section planes}}',
  'moc.bothKept': '{objects} and {planes}',
  'moc.viewKept': '{parts}: kept for BCF exports, not shown here',
  'moc.peopleFound': '{count, plural, one {1 person} other {# people}}',
  'moc.areaInWords': '{corners} corners, {bottom} m to {top} m, {ends, select, capped {capped} other {open}}',
  'moc.objectCount': '{count, plural, one {1 object} other {# objects}}',
  'moc.objectsListed': '{count, plural, one {1 object} other {# objects}}, the first {listed} listed',
  'moc.attachmentsTooLarge':
    'Your attachments have {size} in all, as much as one person may upload. Tell your administrator.',
} as const;

/** By the rule that a drawn area breaks. */
export const AREA_RULES = {
  tooFewCorners: MOCS_MESSAGES['area.tooFewCorners'],
  tooManyCorners: MOCS_MESSAGES['area.tooManyCorners'],
  elsewhere: MOCS_MESSAGES['area.elsewhere'],
  heights: MOCS_MESSAGES['area.heights'],
  crossing: MOCS_MESSAGES['area.crossing'],
  flat: MOCS_MESSAGES['area.flat'],
} as const;

/** "4 points" */
export const pointsText = (count: number): string => formatMessage(MOCS_MESSAGES['moc.pointCount'], { count });

/** "2 areas" */
export const areasText = (count: number): string => formatMessage(MOCS_MESSAGES['moc.areaCount'], { count });

/** Over the list when it has the changes of one group of pins: "3 MOCs at this pin". */
export const mocsAtPinText = (count: number): string => formatMessage(MOCS_MESSAGES['moc.atPin'], { count });

/** Said when the list of changes has been filtered. */
export const mocsFoundText = (count: number): string => formatMessage(MOCS_MESSAGES['moc.found'], { count });

/** The result of the import of a BCF file: "3 MOCs added, 1 there already, 2 refused". */
export function bcfImportText(outcome: Record<'created' | 'skipped' | 'failed', readonly unknown[]>): string {
  const [created, skipped, failed] = [outcome.created.length, outcome.skipped.length, outcome.failed.length];
  return [
    formatMessage(MOCS_MESSAGES['moc.bcfAdded'], { count: created }),
    ...(skipped > 0 ? [formatMessage(MOCS_MESSAGES['moc.bcfThere'], { count: skipped })] : []),
    ...(failed > 0 ? [formatMessage(MOCS_MESSAGES['moc.bcfRefused'], { count: failed })] : []),
  ].join(', ');
}

/** Of a topic of a BCF file that is added without its view; `reason` is a sentence. */
export const viewLeftOutText = (reason: string): string => formatMessage(MOCS_MESSAGES['moc.viewLeftOut'], { reason });

/** Of a topic of a BCF file that is added without parts, named in the plural: "2 views, 1 reference". */
export const partsLeftOutText = (parts: readonly string[]): string =>
  formatMessage(MOCS_MESSAGES['moc.partsLeftOut'], { parts: parts.join(', ') });

/** Parts of the view of a topic, which exports give back and the stage does not show. */
export function keptViewText({ selected, planes }: { selected: number; planes: number }): string | null {
  if (selected === 0 && planes === 0) return null;
  const objects = formatMessage(MOCS_MESSAGES['moc.selectedKept'], { count: selected });
  const cuts = formatMessage(MOCS_MESSAGES['moc.planesKept'], { count: planes });
  const both = () => formatMessage(MOCS_MESSAGES['moc.bothKept'], { objects, planes: cuts });
  const parts = planes === 0 ? objects : selected === 0 ? cuts : both();
  return formatMessage(MOCS_MESSAGES['moc.viewKept'], { parts });
}

/** Said when the people who can be mentioned have been narrowed. */
export const peopleFoundText = (count: number): string => formatMessage(MOCS_MESSAGES['moc.peopleFound'], { count });

/** An area as the history of a change tells it: "6 corners, -2 m to 5 m, capped, #ff0000". */
export function areaText(area: {
  points: readonly unknown[];
  bottomHeight: number;
  topHeight: number;
  capped: boolean;
  colour: string | null;
}): string {
  const words = formatMessage(MOCS_MESSAGES['moc.areaInWords'], {
    corners: area.points.length,
    bottom: area.bottomHeight,
    top: area.topHeight,
    ends: area.capped ? 'capped' : 'open',
  });
  return area.colour === null ? words : `${words}, ${area.colour}`;
}

/** "12 objects"; `listed` of them where there are more than are listed. */
export const objectsText = (total: number, listed: number): string =>
  total > listed
    ? formatMessage(MOCS_MESSAGES['moc.objectsListed'], { count: total, listed })
    : formatMessage(MOCS_MESSAGES['moc.objectCount'], { count: total });

/** All files of a person have reached their limit. */
export const attachmentsTooLargeText = (bytesMost: number): string =>
  formatMessage(MOCS_MESSAGES['moc.attachmentsTooLarge'], { size: fileSizeText(bytesMost) });
