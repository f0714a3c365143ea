import { formatMessage } from './format-message.ts';

/** The object tree of the Project Layer and what it tells of its objects (specification §2, §8). */
export const CAD_MESSAGES = {
  'cad.fetchFailed': 'There was a problem fetching CAD metadata',
  'cad.empty': 'No objects',
  'cad.emptyHint': 'Objects appear here when the Project Layer is imported with its tree.',
  'cad.treeFailed': 'The objects could not be read',
  'cad.levelFailed': 'Could not be read',
  'cad.searchFailed': 'The search could not be done',
  'cad.noHits': 'Nothing found',
  'cad.noHitsHint': 'Names, paths, tags and property values were searched.',
  'cad.selectGroup': 'Select the group above',
  'cad.noSelection': 'Nothing selected',
  'cad.noSelectionHint': 'Choose an object in the tree, or click one in the model.',
  'cad.noProperties': 'This object has no properties',
  'cad.noSourceData': 'The source knows nothing of this object',
  'cad.keptColors': 'Amber and cyan are kept for selected and filtered.',
  'cad.darkStage': 'Dark stage',
  'cad.nothingMatches': 'No property matches',
  'cad.scriptColours': 'Colours of a script',
  'cad.objectTree': 'Object tree',
  'cad.objects': 'Objects',
  'cad.tooManyMeasured': 'At most {most} objects are measured at once. Choose a smaller group.',
  'cad.tooManyTriangles': 'These objects have more than {most} triangles together. Choose a smaller group.',
  'cad.layerElsewhere': 'The files of this layer are on another server, so its objects cannot be measured here',
  'cad.measure': 'Measure surface and volume',
  'cad.measuring': 'Reading the finest triangles',
  'cad.measured': 'Surface and volume',
  'cad.surface': 'Surface',
  'cad.volume': 'Volume',
  'cad.volumeClosed':
    '{count, plural, one {of the 1 object that is closed} other {of the {count} objects that are closed}}',
  'cad.notClosed': 'None: the surface is not closed',
  'cad.someOpen':
    '{count, plural, one {1 object is not closed, and has no volume.} other {{count} objects are not closed, and have no volume.}}',
  'cad.noTriangles': 'These objects have no triangles of their own',
  'cad.measureFailed': 'The objects could not be measured',
  'cad.metadata': 'Metadata',
  'cad.loadingObjects': 'Loading objects',
  'cad.loadingProperties': 'Loading properties',
  'cad.flyTo': 'Fly to',
  'cad.searchProperties': 'Search properties',
  'cad.sources': 'Sources',
  'cad.copy': 'Copy {name}',
  'cad.colourBy': 'Colour by',
  'cad.theModelsOwn': 'The model’s own',
  'cad.off': 'Off',
  'cad.showSelected': 'Show selected',
  'cad.hideSelected': 'Hide selected',
  'cad.xRay': 'X-ray',
  'cad.filter': 'Filter',
  'cad.highlight': 'Highlight',
  'cad.edges': 'Edges',
  'cad.legendOf': 'Legend of {title}',
  'cad.closeTheLegend': 'Close the legend',
  'cad.colourOf': 'Colour of {value}, {color}',
  'cad.colourOfValue': 'Colour of {value}',
  'cad.show': 'Show {value}',
  'cad.hide': 'Hide {value}',
  'cad.optionsOfTheLegend': 'Options of the legend',
  'cad.theModelsOwnColours': 'The model’s own colours',
  'cad.searching': 'Searching',
  'cad.clearTheSearch': 'Clear the search',
  'cad.searchResults': 'Search results',
  'cad.previousObject': 'Previous object',
  'cad.nextObject': 'Next object',
  'cad.retry': 'Retry',
  'cad.actionsOf': 'Actions of {slice}',
  'cad.select': 'Select',
  'cad.copyItemName': 'Copy Item Name',
  'cad.isolate': 'Isolate',
  'cad.hideSelection': 'Hide',
  'cad.showAll': 'Show all',
  'cad.objectsFound': 'Objects found',
  'cad.searchObjects': 'Search objects',
  'cad.namePathTagProperty': 'Name, path, tag or property',
  'cad.loadingObject': 'Loading object',
  'cad.tagged': 'Tagged',
  'cad.opacityOfTheSelected': 'Opacity of the selected',
  'cad.opacityOfTheRest': 'Opacity of the rest',
  'cad.tag': 'Tag',
  'cad.property': 'Property',
  'cad.path': 'Path',
  'cad.onlyFirst': 'Only {count} are shown: one more word finds fewer.',
  'cad.hits': '{total, plural, one {# object} other {# objects}} found',
  'cad.moreHits': 'More than {total, number} objects found',
  'cad.restShown': 'The rest is shown at {percent} %',
  'cad.hitPosition': '{position} of {count}',
  'cad.objectUnknown': 'There is no such object.',
  'external.headersUnreadable': '{name} cannot be asked: its headers were stored with another key. Set them again.',
  'external.tagRefused': '{name} cannot be asked for this tag.',
  'external.notHere': '{name} is not available on this server.',
  'external.sendsElsewhere': '{name} sends to an address elsewhere, which is not followed.',
  'external.sendsOn': '{name} sends from one address to the next without an end.',
  'external.failed': '{name} answered with an error ({status}).',
  'external.tooSlow': '{name} did not answer within {seconds} s.',
  'external.unreachable': '{name} cannot be reached.',
  'external.tooMuch': '{name} answered with more than can be shown.',
  'external.noMetadata': '{name} answered with something other than metadata.',
} as const;

/** Which of the objects found a person has stepped to; `position` from 1, null before the first step. */
export function hitPositionText(position: number | null, total: number, isExact: boolean): string {
  const count = new Intl.NumberFormat('en-GB').format(total) + (isExact ? '' : '+');
  return position === null
    ? count
    : formatMessage(CAD_MESSAGES['cad.hitPosition'], {
        position: new Intl.NumberFormat('en-GB').format(position),
        count,
      });
}

/** That a search goes no further than the objects it counts. */
export const onlyFirstText = (total: number): string =>
  formatMessage(CAD_MESSAGES['cad.onlyFirst'], { count: new Intl.NumberFormat('en-GB').format(total) });

/** How many objects a search found; more than are counted exactly are "More than 1,000". */
export function hitsText(total: number, isExact: boolean): string {
  return formatMessage(isExact ? CAD_MESSAGES['cad.hits'] : CAD_MESSAGES['cad.moreHits'], { total });
}

/** How strongly what is not selected is drawn. */
export const restShownText = (opacityPercent: number): string =>
  formatMessage(CAD_MESSAGES['cad.restShown'], { percent: opacityPercent });
