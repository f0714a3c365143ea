/** The help panel: what mouse, fingers and keys do (interface brief §6, specification §2 "Keyboard flight"). */
export const HELP_MESSAGES = {
  'help.title': 'Keys and mouse',
  'help.mouse': 'Mouse',
  'help.touch': 'Touch',
  'help.keys': 'Keys',
  'help.photoKeys': 'Keys in the photo viewer',
  'help.photoFocus': 'They act while the photo has the focus: click it.',
  'help.focus': 'Letters, figures and signs act while a screen has the focus: click it, or go there with F6.',
} as const;

export interface HelpGesture {
  readonly gesture: string;
  readonly does: string;
}

/** `keys` are alternatives or belong together; a plus sign joins those that are held at once. */
export interface HelpKeys {
  readonly keys: readonly string[];
  readonly does: string;
}

const MOVE = 'Move the view';
const ORBIT = 'Turn and tilt round the point';
const ANY_MOUSE: readonly HelpGesture[] = [
  { gesture: 'Middle drag', does: ORBIT },
  { gesture: 'Wheel, or pinch on a trackpad', does: 'Zoom to the point' },
  { gesture: 'Double click', does: 'Fly nearer to the point' },
  { gesture: 'Click', does: 'Select, or use the open tool' },
];

/** By mouse preset: they differ in what a drag with the left button does. */
export const HELP_MOUSE: Readonly<Record<'map' | 'cad', readonly HelpGesture[]>> = {
  map: [
    { gesture: 'Drag', does: MOVE },
    { gesture: 'Right drag, or drag with Ctrl or Shift', does: ORBIT },
    ...ANY_MOUSE,
  ],
  cad: [
    { gesture: 'Drag', does: ORBIT },
    { gesture: 'Right drag, or drag with Ctrl or Shift', does: MOVE },
    ...ANY_MOUSE,
  ],
};

export const HELP_TOUCH: readonly HelpGesture[] = [
  { gesture: 'One finger', does: MOVE },
  { gesture: 'Pinch', does: 'Zoom to the point' },
  { gesture: 'Twist two fingers', does: 'Turn the view' },
  { gesture: 'Two fingers up or down', does: 'Tilt the view' },
  { gesture: 'Double tap', does: 'Fly nearer to the point' },
  { gesture: 'Tap', does: 'Select, or use the open tool' },
];

export const HELP_KEYS: readonly { readonly title: string; readonly rows: readonly HelpKeys[] }[] = [
  {
    title: 'Camera',
    rows: [
      { keys: ['W', 'A', 'S', 'D'], does: 'Fly' },
      { keys: ['Q', 'Page Up'], does: 'Fly up' },
      { keys: ['E', 'Page Down'], does: 'Fly down' },
      { keys: ['Shift'], does: 'Fly fast' },
      { keys: ['Arrows'], does: 'Look around' },
      { keys: ['H'], does: 'Home view' },
      { keys: ['N'], does: 'North up' },
      { keys: ['5'], does: 'Orthographic view, and back to perspective' },
      { keys: ['Shift+1', 'Shift+2'], does: 'Top, bottom' },
      { keys: ['Shift+3', 'Shift+4', 'Shift+5', 'Shift+6'], does: 'Front, back, left, right' },
      { keys: ['Shift+7'], does: 'Isometric' },
      { keys: ['Shift+8'], does: 'Square to the face in the middle' },
      { keys: ['F'], does: 'Fly to what is selected' },
      { keys: ['[', ']'], does: 'Camera back, forward' },
    ],
  },
  {
    title: 'Screens',
    rows: [
      { keys: ['1', '2', '3'], does: 'Number of screens' },
      { keys: ['Y'], does: 'Sync screens' },
      { keys: ['V'], does: 'Swipe: two layers, or two dates of one, at a divider' },
      { keys: ['-', '='], does: 'Earlier, later capture' },
      { keys: ['Shift+-', 'Shift+='], does: 'The same on the second side of a swipe' },
      { keys: ['G'], does: 'Globe' },
      { keys: ['L'], does: 'Layers of the active screen' },
      { keys: ['M'], does: 'Minimap' },
      { keys: ['Shift+M'], does: 'Minimap larger, smaller' },
      { keys: [',', '.'], does: 'Cutting plane nearer, farther by 1 m' },
      { keys: ['B'], does: 'Section box' },
      { keys: ['Z'], does: 'Plan with levels, and back' },
      { keys: ['Shift+,', 'Shift+.'], does: 'Level below, above' },
      { keys: ['R'], does: 'Profile: a section through the point cloud' },
    ],
  },
  {
    title: 'Panels',
    rows: [
      { keys: ['T'], does: 'Tools' },
      { keys: ['P'], does: 'Places and MOCs' },
      { keys: ['X'], does: 'PointGrab' },
      { keys: ['I'], does: 'Nearby photos' },
      { keys: ['K'], does: 'Layers' },
      { keys: ['O'], does: 'Object tree' },
      { keys: ['J'], does: 'Legend' },
      { keys: ['U'], does: 'Share this view' },
      { keys: ['/'], does: 'Search in the open panel' },
    ],
  },
  {
    title: 'Tools',
    rows: [
      {
        keys: ['Space'],
        does: 'Pick at the crosshair; in a swipe without a tool, hold it to see the whole first layer',
      },
      { keys: ['Tab'], does: 'Next place to snap to, while the mouse is over one' },
      { keys: ['Alt'], does: 'Pick freely while held' },
      { keys: ['Enter'], does: 'Finish' },
      { keys: ['Esc'], does: 'Cancel one step' },
      { keys: ['Ctrl+Z', 'Ctrl+Y'], does: 'Undo, redo' },
      { keys: ['Delete'], does: 'Remove the active point' },
    ],
  },
  {
    title: 'Page',
    rows: [
      { keys: ['F6', 'Shift+F6'], does: 'Next, previous region' },
      { keys: ['?'], does: 'Keys and mouse' },
    ],
  },
];

/** While the photo of the viewer has the focus. */
export const HELP_PHOTO_KEYS: readonly HelpKeys[] = [
  { keys: ['Page Up', 'Page Down'], does: 'Photo before, next photo' },
  {
    keys: ['Arrows'],
    does: 'Photo before, next photo; move a photo that is larger than its view; look round in a panorama',
  },
  { keys: ['+', '-'], does: 'Nearer, farther' },
  { keys: ['0'], does: 'The whole photo, the heading of a panorama' },
  { keys: ['R', 'Shift+R'], does: 'Turn a photo to the right, to the left' },
  { keys: ['F'], does: 'Fly to where it was taken' },
];
