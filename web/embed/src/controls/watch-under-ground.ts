import { llaFromEcef, normalize, scale } from '@overlook/shared/maths';
import type { Stage } from '@overlook/engine';

/** Less than this below the ground of the site, in metres, a camera may still be above a ground that slopes. */
const MARGIN_METRES = 2;

/**
 * Reports whether the camera is under the ground, now and each time that it rests: below the ground of the site, and above nothing of the
 * model, as it would be in a pit or in a basement. Returns a function that ends this.
 */
export function watchUnderGround(
  stage: Pick<Stage, 'pose' | 'pickRaySoon' | 'state' | 'on'>,
  onChange: (isUnder: boolean) => void,
): () => void {
  let reported: boolean | null = null;
  let asked = 0;
  const look = () => {
    const question = ++asked;
    findUnderGround(stage, (isUnder) => {
      if (question !== asked || isUnder === reported) return;
      reported = isUnder;
      onChange(isUnder);
    });
  };
  look();
  // A pit is not known before its tiles are there.
  const undo = [stage.on('rest', look), stage.on('progress', ({ settled }) => settled && look())];
  return () => {
    asked++;
    undo.forEach((step) => step());
  };
}

function findUnderGround(
  stage: Pick<Stage, 'pose' | 'pickRaySoon' | 'state'>,
  onFound: (isUnder: boolean) => void,
): void {
  const { site } = stage.state();
  const { position, orthoHeightM } = stage.pose();
  // An orthographic view begins before everything: its camera is under nothing.
  if (!site || orthoHeightM !== undefined || llaFromEcef(position).height > site.origin.height - MARGIN_METRES)
    return onFound(false);
  const down = { origin: position, direction: scale(normalize(position), -1) };
  stage.pickRaySoon(down, (pick) => onFound(pick === null));
}
