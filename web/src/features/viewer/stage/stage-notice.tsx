import { CloudOff, LoaderCircle, type LucideIcon, MoveUp, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { unsupportedContentText, STAGE_MESSAGES, APP_MESSAGES } from '@overlook/shared/messages';
import { watchUnderGround } from '@overlook/embed/controls/watch-under-ground';
import type { Stage } from '@overlook/engine';
import { connection } from '../../../state/connection.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useScreen, useScreenIndex } from './screen-context.ts';
import { forgetUnsupported } from '../../../state/screens.ts';
import hud from './hud.module.css';
import css from './stage-notice.module.css';

/**
 * One line over the model about the most urgent disturbance, until it ends. Several contents that
 * cannot be shown are one line with their number, not a storm.
 */
export function StageNotice() {
  const index = useScreenIndex();
  const { stage, isContextLost, unsupported } = useScreen();
  const { isLost } = useSnapshot(connection);
  const isUnderGround = useIsUnderGround(stage);
  if (isContextLost) return <Notice icon={LoaderCircle} text={STAGE_MESSAGES['stage.contextLost']} />;
  if (isLost) return <Notice icon={CloudOff} text={APP_MESSAGES['app.serverLost']} />;
  if (stage && isUnderGround) {
    return (
      <Notice icon={MoveUp} text={STAGE_MESSAGES['stage.underGround']}>
        <Button tone="ghost" onClick={() => stage.flyHome({ animate: true })}>
          {STAGE_MESSAGES['stage.leaveGround']}
        </Button>
      </Notice>
    );
  }
  const [first] = unsupported;
  if (!first) return null;
  const others = unsupported.length > 1 ? ` (and ${unsupported.length - 1} more)` : '';
  const text = unsupportedContentText(fileNameOf(first.url), first.message) + others;
  return (
    <Notice icon={TriangleAlert} text={text}>
      <IconButton icon={X} label={STAGE_MESSAGES['stage.dismiss']} size="s" onClick={() => forgetUnsupported(index)} />
    </Notice>
  );
}

function useIsUnderGround(stage: Stage | null): boolean {
  const [isUnder, setUnder] = useState(false);
  useEffect(() => (stage ? watchUnderGround(stage, setUnder) : undefined), [stage]);
  return isUnder;
}

/** Last part of an address, readable. */
function fileNameOf(url: string): string {
  const name = new URL(url, location.href).pathname.split('/').at(-1) ?? url;
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // an invalid percent sign: the raw name still identifies the file
  }
}

function Notice({ icon: Icon, text, children }: { icon: LucideIcon; text: string; children?: ReactNode }) {
  return (
    <div className={classNames(hud.hud, css.notice)} role="status">
      <Icon size={16} strokeWidth={1.75} aria-hidden className={css.icon} />
      <p className={css.text}>{text}</p>
      {children}
    </div>
  );
}
