/** Captures of the layers of a site, as the server answers. */
export const CAPTURES_MESSAGES = {
  'captures.unknown': 'This capture does not exist. It was removed, or thrown away as a draft.',
  'captures.noDraft': 'This capture is published already',
  'captures.draft': 'This capture is a draft. Publish it or throw it away.',
  'captures.dayTaken':
    'This layer has a capture of {day} already. It can be replaced, or this one can have another date.',
  'captures.onlyOne': 'This is the only capture of its layer, so it stays. Delete the site to remove everything.',
  'captures.withdrawFirst': 'Withdraw the capture before you delete it',
  'captures.notWithdrawn': 'This capture is not withdrawn',
  'captures.named':
    '{count, plural, one {1 Place, change, measurement or link names} other {{count} Places, changes, measurements and links name}} the date of this capture and would show another one.',
  'captures.noNeighbour':
    'The site has nothing else that is published here, so there is nothing to fit this capture to',
  'captures.filesElsewhere': 'The files of this capture are on another server, so it cannot be placed here',
  'captures.notRead':
    'The files of this capture or of its neighbour could not be read, so nothing was fitted. Place it by pairs of points.',
  'captures.noExactPoints': 'This capture has no exact points on the server to fit to',
  'captures.damagedPoints':
    'The exact points of this capture could not be read. An administrator finds the reason in the log.',
  'captures.rimCrosses':
    'The rim crosses itself: its edges {first} and {second} meet. Move a corner, so that it goes round the area once.',
  'captures.rimFlat': 'The rim has no area. Give it three corners or more that do not lie on one line.',
  'captures.rimElsewhere': 'A corner of the rim is no place on Earth',
  'captures.rimTooLarge': 'The rim is larger than {most} m². Choose a smaller area.',
  'captures.fewPointsInRim':
    'There are too few points in the rim to measure a volume. Choose a larger area, or another capture.',
  'captures.manyPointsInRim': 'There are too many points in the rim to read at once. Choose a smaller area.',
  'captures.replaced': 'This capture was replaced meanwhile. Look at it again before you move it.',
  'captures.noLayer': 'The site has no such layer',
} as const;
