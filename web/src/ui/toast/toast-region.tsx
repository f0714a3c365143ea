import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { TOAST_LIFE_MS } from '@overlook/shared/config';
import { COMMON_MESSAGES } from '@overlook/shared/messages';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { type Toast, dismissToast, toasts } from '../../state/toasts.ts';
import css from './toast.module.css';

/** A toast with a button stays so many times longer. */
const RETRY_LIVES = 4;

const ICONS = { info: Info, success: CircleCheck, error: CircleAlert } as const;

/** Toasts at the bottom right. Hovering or focusing any of them keeps them all. */
export function ToastRegion() {
  const { shown } = useSnapshot(toasts);
  const [isHeld, setHeld] = useState(false);
  return (
    <section
      className={css.region}
      aria-label={COMMON_MESSAGES['common.notifications']}
      // Dialogs hide the rest of the page from assistive technology; this must still be heard.
      data-react-aria-top-layer="true"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} isHeld={isHeld} />
      ))}
    </section>
  );
}

function ToastCard({ toast, isHeld }: { toast: Toast; isHeld: boolean }) {
  useEffect(() => {
    if (isHeld) return undefined;
    // What can be tried again is read, and decided upon.
    const lifeMs = toast.onRetry ? RETRY_LIVES * TOAST_LIFE_MS : TOAST_LIFE_MS;
    const timer = setTimeout(() => dismissToast(toast.id), lifeMs);
    return () => clearTimeout(timer);
  }, [isHeld, toast.id, toast.onRetry]);
  const Icon = ICONS[toast.tone];
  return (
    <div className={css.toast} data-tone={toast.tone} role={toast.tone === 'error' ? 'alert' : 'status'}>
      <Icon size={16} strokeWidth={1.75} className={css.icon} aria-hidden />
      <p className={css.text}>{toast.text}</p>
      {toast.onRetry && (
        <Button
          tone="ghost"
          onClick={() => {
            dismissToast(toast.id);
            toast.onRetry!();
          }}
        >
          {COMMON_MESSAGES['common.retry']}
        </Button>
      )}
      <IconButton icon={X} label={COMMON_MESSAGES['common.dismiss']} size="s" onClick={() => dismissToast(toast.id)} />
    </div>
  );
}
