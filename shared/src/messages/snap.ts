/** What a pick snaps to. */
export const SNAP_MESSAGES = {
  'snap.snap': 'Snap',
  'snap.all': 'Snap to',
  'snap.hint': 'Hold Alt to pick freely',
  'snap.tabKey': 'Tab',
  'snap.next': 'next snap',
  'snap.vertex': 'Corner',
  'snap.intersection': 'Crossing of edges',
  'snap.circleCentre': 'Centre of a circle',
  'snap.edgeMiddle': 'Middle of an edge',
  'snap.edge': 'Edge',
  'snap.axis': 'Axis',
  'snap.planeEdge': 'Edge of two planes',
  'snap.plane': 'Plane of points',
  'snap.surface': 'Surface',
} as const;
