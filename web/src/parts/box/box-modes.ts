import { Move, RotateCw, Scaling } from 'lucide-react';

/** What the handles of a box do, as people choose it. */
export const BOX_MODES = [
  { value: 'resize', label: 'Resize', icon: Scaling },
  { value: 'move', label: 'Move', icon: Move },
  { value: 'rotate', label: 'Rotate', icon: RotateCw },
] as const;
