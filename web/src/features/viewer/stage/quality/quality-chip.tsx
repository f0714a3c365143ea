import { Gauge } from 'lucide-react';
import { useEffect, useState } from 'react';
import { GOVERNOR } from '@overlook/shared/config';
import { qualityReasonText, STAGE_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { fileSizeText, numberText } from '@overlook/shared/format';
import { PopoverButton } from '../../../../ui/popover-button.tsx';
import { useScreen } from '../screen-context.ts';
import css from './quality-chip.module.css';

/**
 * Shows that the model is drawn less finely than chosen, or was until a few seconds ago, and on a press the reason and the
 * extent; hidden otherwise.
 */
export function QualityChip() {
  const { quality } = useScreen();
  const [isOpen, setOpen] = useState(false);
  const [reduced, setReduced] = useState<typeof quality>(null);
  const isReduced = quality !== null && quality.reasons.length > 0;
  if (isReduced && quality !== reduced) setReduced(quality);
  const isOver = !isReduced && !isOpen;
  // Who moves the camera cannot press the chip: it remains after the movement, and its text until it is closed.
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => setReduced(null), GOVERNOR.readableMs);
    return () => clearTimeout(timer);
  }, [isOver]);
  if (!reduced) return null;
  const { screenSpaceErrorPx, pixelRatio, mapPixelRatioFactor, memory } = reduced;
  const rows = [
    {
      name: STAGE_MESSAGES['stage.screenSpaceError'],
      chosen: numberText(screenSpaceErrorPx.chosen, 0),
      now: numberText(screenSpaceErrorPx.now, 0),
    },
    {
      name: STAGE_MESSAGES['stage.resolution'],
      chosen: numberText(pixelRatio.chosen, 1),
      now: numberText(pixelRatio.now, 1),
    },
    {
      name: STAGE_MESSAGES['stage.resolutionBaseMap'],
      chosen: numberText(pixelRatio.chosen, 1),
      now: numberText(pixelRatio.chosen * mapPixelRatioFactor, 1),
    },
  ];
  return (
    <PopoverButton
      label={STAGE_MESSAGES['stage.qualityReduced']}
      className={css.chip}
      onOpenChange={setOpen}
      content={
        <div className={css.reason}>
          <h2 className={css.title}>
            <Gauge size={16} strokeWidth={1.75} aria-hidden />
            {isReduced ? STAGE_MESSAGES['stage.qualityReducedTitle'] : STAGE_MESSAGES['stage.qualityReducedBefore']}
          </h2>
          <p className={css.text}>{qualityReasonText(reduced)}</p>
          <dl className={css.rows}>
            {rows.map(({ name, chosen, now }) => (
              <div key={name} className={css.row}>
                <dt>{name}</dt>
                <dd>
                  {chosen} → <strong className={css.now}>{now}</strong>
                </dd>
              </div>
            ))}
            <div className={css.row}>
              <dt>{STAGE_MESSAGES['stage.memory']}</dt>
              <dd className={css.now}>
                {formatMessage(STAGE_MESSAGES['stage.of'], {
                  fileSize: fileSizeText(memory.neededBytes),
                  fileSize2: fileSizeText(memory.capBytes),
                })}
              </dd>
            </div>
          </dl>
        </div>
      }
    >
      <Gauge size={14} strokeWidth={1.75} aria-hidden />
      {STAGE_MESSAGES['stage.qualityReduced']}
    </PopoverButton>
  );
}
