import { Move, RotateCw, Scaling } from 'lucide-react';
import { VIEWER_MESSAGES } from '@overlook/shared/messages';

/** What the handles of a box do, as people choose it. */
export const BOX_MODES = [
  { value: 'resize', label: VIEWER_MESSAGES['viewer.resize'], icon: Scaling },
  { value: 'move', label: VIEWER_MESSAGES['viewer.move'], icon: Move },
  { value: 'rotate', label: VIEWER_MESSAGES['viewer.rotate'], icon: RotateCw },
] as const;
