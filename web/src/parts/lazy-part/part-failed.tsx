import { RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { subscribeKey } from 'valtio/utils';
import { APP_MESSAGES } from '@overlook/shared/messages';
import type { BuildComparison } from '../../api/installed-build.ts';
import { connection } from '../../state/connection.ts';
import { Button } from '../../ui/button/button.tsx';
import css from './part-failed.module.css';

interface PartFailedProps {
  build: BuildComparison;
  /** How often it has been tried. */
  tries: number;
  /** It is being tried again. */
  isBusy: boolean;
  onRetry: () => void;
}

/**
 * In place of a part of the interface whose code could not be loaded. It is tried again when the server answers again.
 * After an upgrade the code has another name: then only a reload of the page helps, which keeps the address.
 */
export function PartFailed({ build, tries, isBusy, onRetry }: PartFailedProps) {
  useEffect(() => subscribeKey(connection, 'isLost', (isLost) => !isLost && onRetry()), [onRetry]);
  const isReplaced = build === 'replaced';
  // A browser may keep a failed load for the life of the page.
  const canReload = isReplaced || (build === 'same' && tries > 1);
  return (
    <div className={css.failed} role="alert">
      <p>{isReplaced ? APP_MESSAGES['app.buildReplaced'] : APP_MESSAGES['app.partFailed']}</p>
      <p className={css.actions}>
        {!isReplaced && (
          <Button icon={RotateCw} isBusy={isBusy} onClick={onRetry}>
            {APP_MESSAGES['app.retry']}
          </Button>
        )}
        {canReload && (
          <Button tone={isReplaced ? 'primary' : 'neutral'} onClick={() => location.reload()}>
            {APP_MESSAGES['app.reload']}
          </Button>
        )}
      </p>
    </div>
  );
}
