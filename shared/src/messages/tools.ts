import { dayText } from '../format/date.ts';
import { formatMessage, listed } from './format-message.ts';

/** The object tree and the tools on the model (specification §2, §8). */
export const TOOLS_MESSAGES = {
  'pins.fetchFailed': 'There was a problem fetching site pins',

  'tools.loadFailed': 'The tools could not be loaded',
  'tools.copied': 'Copied',
  'tools.copyFailed': 'This browser did not allow copying',

  'tools.addAtCrosshair': 'Add point at the crosshair',
  'target.prompt': 'Click on the model to create a location target.',
  'target.name': 'Name of the target',

  'measure.distanceHint': 'Click two or more points on the model to measure along them.',
  'measure.heightHint': 'Click two points on the model to measure the height between them.',
  'measure.areaHint': 'Click the corners of an area on the model, then its first point or Enter.',
  'measure.planeHint': 'Click three points that lie in a plane, then the point to measure from it.',
  'measure.addPoint': 'Click to add a point',
  'measure.addCorner': 'Click to add a corner',
  'measure.firstHeight': 'Click the point to measure from',
  'measure.secondHeight': 'Click the point to measure to',
  'measure.planePoint': 'Click a point of the plane',
  'measure.probePoint': 'Click the point to measure from the plane',
  'measure.crossing': 'The outline crosses itself: the area is not that of one shape.',
  'measure.noPlane': 'The three points lie on one line, which is no plane.',
  'measure.refines': 'The result refines as finer tiles arrive.',

  'angle.hint': 'Click three points on the model: the angle is measured at the second.',
  'angle.firstArm': 'Click a point on the first arm',
  'angle.corner': 'Click the corner of the angle',
  'angle.secondArm': 'Click a point on the second arm',

  'section.planePrompt': 'Click on the model to lay a cutting plane',

  'metadata.none': 'No metadata here',
  'metadata.noneHint': 'Click on an object of the Project Layer.',
  'metadata.notAllowed':
    'Only objects of the Project Layer have it, and your subscription does not include that layer.',
  'metadata.noProjectLayer': 'Only objects of the Project Layer have it, and this site has no such layer.',
  'metadata.noObject': 'What you clicked is no object of the tree.',
  'section.sectionBox': 'Section box',
  'section.handles': 'Handles',
  'section.volume': 'Volume',
  'section.addPlane': 'Add plane',
  'section.removePlanes': 'Remove planes',
  'section.removeSectionBox': 'Remove section box',
  'tools.angleMeasureMode': 'Angle Measure Mode',
  'tools.angles': 'Angles',
  'tools.angle': 'Angle {number}',
  'tools.removeAngle': 'Remove angle {number}',
  'tools.tools': 'Tools',
  'tools.redo': 'Redo',
  'tools.legs': 'Legs',
  'tools.noMeasurements': 'No measurements',
  'tools.oneMeasurement': '1 measurement',
  'tools.measureMode': 'Measure Mode',
  'tools.mode': 'Mode',
  'tools.distance': 'Distance',
  'tools.height': 'Height',
  'tools.area': 'Area',
  'tools.toPlane': 'To plane',
  'tools.measurements': 'Measurements',
  'tools.remove': 'Remove {number}',
  'tools.metadata': 'Metadata',
  'tools.openTheObjectTree': 'Open the object tree',
  'tools.loadingProperties': 'Loading properties',
  'tools.openAPointFile': 'Open a point file',
  'tools.tags': 'Tags',
  'tools.allProperties': 'All {length} properties',
  'tools.profile': 'Profile',
  'tools.exportCsv': 'Export CSV',
  'tools.exportGeojson': 'Export GeoJSON',
  'tools.export': 'Export',
  'tools.clear': 'Clear',
  'tools.units': 'Units',
  'tools.metric': 'Metric',
  'tools.imperial': 'Imperial',
  'tools.surveyFeet': 'US survey',
  'tools.feetInches': 'Feet, inches',
  'tools.angleUnits': 'Angles',
  'tools.degrees': 'Degrees',
  'tools.gradians': 'Gradians',
  'tools.more': 'More',
  'tools.targetMode': 'Target Mode',
  'tools.targets': 'Targets',
  'tools.copy': 'Copy {name}',
  'tools.flyTo': 'Fly to {name}',
  'tools.removeName': 'Remove {name}',
  'tools.wgs84': 'WGS84',
  'tools.utm': 'UTM',
  'tools.allTools': 'All tools',
  'tools.loadingTheTool': 'Loading the tool',
  'tools.leg': 'Leg',
  'tools.length': 'Length',
  'tools.target': 'Target',
  'tools.lon': 'Lon {longitude}',
  'tools.lat': 'Lat {latitude}',
  'tools.zone': 'Zone {zone}',
  'measure.pickedOn': 'Picked on {layers}.',
  'measure.pickedOnWithin': 'Picked on {layers}, {error}.',
  'measure.measuredOn': 'Measured on the {count, plural, one {capture} other {captures}} of {dates}.',
  'measure.legsRefine': '{count, plural, one {Leg {legs} refines} other {Legs {legs} refine}} as finer tiles arrive.',
  'measure.manyLegsRefine': '{count} legs refine as finer tiles arrive.',
} as const;

/** A sentence that asks for a click, in its form for touch screens. */
export const forTouch = (sentence: string): string => sentence.replace(/^Click\b/, 'Tap');

/** Which layers the points of a result lie on, and its likely error as text: "Picked on Textured, ± 0.02 m." Null for unknown. */
export function pickedOnText(layers: readonly string[], error: string | null): string {
  return error === null
    ? formatMessage(TOOLS_MESSAGES['measure.pickedOn'], { layers: listed(layers) })
    : formatMessage(TOOLS_MESSAGES['measure.pickedOnWithin'], { layers: listed(layers), error });
}

/** Dates of the captures that a result was measured on; nothing where none is known. */
export const measuredOnTexts = (days: readonly string[]): string[] =>
  days.length === 0
    ? []
    : [formatMessage(TOOLS_MESSAGES['measure.measuredOn'], { count: days.length, dates: listed(days.map(dayText)) })];

/**
 * Legs whose ends become more exact when finer tiles have loaded, by their numbers from 1. Many legs are not named one
 * by one.
 */
export function refinesText(legs: readonly number[]): string {
  const count = legs.length;
  return count > 3
    ? formatMessage(TOOLS_MESSAGES['measure.manyLegsRefine'], { count })
    : formatMessage(TOOLS_MESSAGES['measure.legsRefine'], { count, legs: listed(legs.map(String)) });
}
