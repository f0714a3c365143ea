import { CloudOff, LoaderCircle, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { MESSAGES, unsupportedContentText } from '@overlook/shared/messages';
import { connection } from '../../../state/connection.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useScreen, useScreenIndex } from './screen-context.ts';
import { forgetUnsupported } from './screen-store.ts';
import hud from './hud.module.css';
import css from './stage-notice.module.css';

/**
 * One line over the model about the most urgent disturbance, until it ends. Several contents that
 * cannot be shown are one line with their number, not a storm.
 */
export function StageNotice() {
  const index = useScreenIndex();
  const { isContextLost, unsupported } = useScreen();
  const { isLost } = useSnapshot(connection);
  if (isContextLost) return <Notice icon={LoaderCircle} text={MESSAGES['stage.contextLost']} />;
  if (isLost) return <Notice icon={CloudOff} text={MESSAGES['app.serverLost']} />;
  const [first] = unsupported;
  if (!first) return null;
  const others = unsupported.length > 1 ? ` (and ${unsupported.length - 1} more)` : '';
  const text = unsupportedContentText(fileNameOf(first.url), first.message) + others;
  return <Notice icon={TriangleAlert} text={text} onDismiss={() => forgetUnsupported(index)} />;
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

function Notice({ icon: Icon, text, onDismiss }: { icon: LucideIcon; text: string; onDismiss?: () => void }) {
  return (
    <div className={classNames(hud.hud, css.notice)} role="status">
      <Icon size={16} strokeWidth={1.75} aria-hidden className={css.icon} />
      <p className={css.text}>{text}</p>
      {onDismiss && <IconButton icon={X} label="Dismiss" size="s" onClick={onDismiss} />}
    </div>
  );
}
