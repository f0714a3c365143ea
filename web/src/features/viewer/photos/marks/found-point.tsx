import { Crosshair, MapPin, Ruler } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { llaTexts, numberText, withUnit } from '@overlook/shared/format';
import { llaFromEcef, type Vec3 } from '@overlook/shared/maths';
import type { ToolHit } from '@overlook/engine';
import { PHOTOS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { photoMarks } from '../../../../state/photo-marks.ts';
import { useAllowed, useSignedIn } from '../../../../state/session-context.tsx';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { markOnModel } from './photo-press.ts';
import { command } from '../../../../state/commands.ts';
import css from './photo-overlay.module.css';

/** Where on the model the last click in this photo was, and how well that is known. */
export function FoundPoint({ photoId }: { readonly photoId: number }) {
  const { point } = useSnapshot(photoMarks);
  // It belongs to the photo it was found in, and each photo has an overlay of its own.
  useEffect(() => () => markOnModel(null), []);
  if (point?.photoId !== photoId) return null;
  const { longitude, latitude, height } = llaTexts(llaFromEcef(point.pointEcef as Vec3));
  const error =
    point.errorMetres === null
      ? PHOTOS_MESSAGES['photos.accuracyNotKnown']
      : `± ${withUnit(numberText(point.errorMetres, 2), 'm')}`;
  return (
    <div className={classNames(css.bar, css.found)}>
      <output className={css.point} aria-label={PHOTOS_MESSAGES['photos.pointOnTheModel']}>
        <span>{formatMessage(PHOTOS_MESSAGES['photos.lon'], { longitude })}</span>
        <span>{formatMessage(PHOTOS_MESSAGES['photos.lat'], { latitude })}</span>
        <span>H {height}</span>
        <span className={css.accuracy}>{error}</span>
      </output>
      {point.hit && <PointActions hit={point.hit as ToolHit} />}
    </div>
  );
}

/** What the point can become. */
function PointActions({ hit }: { readonly hit: ToolHit }) {
  const { user } = useSignedIn();
  const mayCreateMoc = useAllowed('MOC:CREATE');
  return (
    <>
      <IconButton
        icon={Crosshair}
        label={PHOTOS_MESSAGES['photos.addATargetHere']}
        onClick={() => command('tapTool', { tool: 'target', hit })}
      />
      <IconButton
        icon={Ruler}
        label={PHOTOS_MESSAGES['photos.measureFromHere']}
        onClick={() => command('tapTool', { tool: 'measure', hit })}
      />
      {mayCreateMoc && (
        <IconButton
          icon={MapPin}
          label={PHOTOS_MESSAGES['photos.createAMocHere']}
          onClick={() => command('startMoc', { pointEcef: hit.pointEcef, userId: user.id })}
        />
      )}
    </>
  );
}
