import { modelType } from '@overlook/shared/config';
import { captureDateText } from '@overlook/shared/format';
import { formatMessage, PLACING_MESSAGES } from '@overlook/shared/messages';
import type { Capture } from '@overlook/shared/schemas';

/** "Point Cloud, 25 Nov 2026". */
export const placedName = ({ modeltypeId, takenOn, precision }: Capture): string =>
  formatMessage(PLACING_MESSAGES['placing.name'], {
    layer: modelType(modeltypeId).label,
    date: captureDateText(takenOn, precision),
  });

/** Metres as whole millimetres: "6 mm". */
export const millimetresText = (metres: number): string =>
  formatMessage(PLACING_MESSAGES['placing.millimetres'], { millimetres: Math.round(metres * 1000) });
