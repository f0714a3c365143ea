/** By what grids of the operator a page places a file. */
export const GRIDS_MESSAGES = {
  'grids.egm96': 'EGM96',
  'grids.surface': '{system} by {grid}, {file}',
  'grids.heights': 'Its heights were read as above the sea ({surface}).',
  'grids.placed': 'Its plan was placed by {grid}, {file}.',
  'grids.geoidMissing':
    'Its heights are {system}: {grid} is not installed on the server, so they are read with EGM96, from which national heights differ by up to about two metres. The operator can put {file} into geoids of DATA_DIR.',
  'grids.geoidUnknown':
    'Its heights are {system}: no grid is known for them here, so they are read with EGM96, from which national heights differ by up to about two metres.',
  'grids.datumMissing':
    'It is placed by the parameters of its datum, to about {metres} m: {grid} is not installed on the server. The operator can put {file} into datum-grids of DATA_DIR.',
  'grids.datumOutside':
    'It is placed by the parameters of its datum, to about {metres} m: {grid} does not cover this place.',
  'grids.refused': 'An import would be refused: {reason}',
  'grids.notAsked':
    'The server could not be asked for its grids of heights and datums, so EGM96 and the parameters of the datum are used.',
} as const;
