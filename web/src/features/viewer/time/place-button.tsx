import { Move3d } from 'lucide-react';
import { formatMessage, PLACING_MESSAGES } from '@overlook/shared/messages';
import { modelType } from '@overlook/shared/config';
import { placeCapture } from '../../../parts/place-capture.ts';
import { useMoments } from '../../../state/moments.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import type { TimeFlag } from './flags.ts';

interface PlaceButtonProps {
  siteId: number;
  flag: TimeFlag;
  size?: 'm' | 'l';
}

/** Places the capture of a screen or a side by hand; only for those who manage the site. */
export function PlaceButton({ siteId, flag: { layer, moment }, size = 'm' }: PlaceButtonProps) {
  const isManager = useAllowed('SITES:MANAGE');
  const { captures } = useMoments(siteId);
  const capture = layer === null ? null : captures?.at(layer, moment);
  if (!isManager || !capture || layer === null) return null;
  const name = formatMessage(PLACING_MESSAGES['placing.name'], { layer: modelType(layer).label, date: capture.date });
  return (
    <IconButton
      icon={Move3d}
      size={size}
      label={formatMessage(PLACING_MESSAGES['placing.placeOne'], { name })}
      onClick={() => placeCapture(capture.id)}
    />
  );
}
