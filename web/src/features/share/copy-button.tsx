import { STAGE_MESSAGES, SHARE_MESSAGES } from '@overlook/shared/messages';
import { Check, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button/button.tsx';
import { showToast } from '../../state/toasts.ts';

/** Time for which the button shows that it has copied, in milliseconds. */
const COPIED_MS = 2000;

interface CopyButtonProps {
  text: string;
  verb: string;
  icon: LucideIcon;
  tone?: 'primary' | 'neutral';
}

/** Copies a text to the clipboard and shows that on itself. */
export function CopyButton({ text, verb, icon, tone = 'primary' }: CopyButtonProps) {
  /** The number of copies while the button shows it; 0 otherwise. */
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    if (copies === 0) return undefined;
    const timer = setTimeout(() => setCopies(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copies]);
  const isCopied = copies > 0;
  const copy = async () => {
    if (!(await putOnClipboard(text))) return;
    announce(SHARE_MESSAGES['share.copied']);
    setCopies((count) => count + 1);
  };
  return (
    <Button tone={tone} size="l" icon={isCopied ? Check : icon} onClick={() => void copy()}>
      {isCopied ? SHARE_MESSAGES['share.copied'] : verb}
    </Button>
  );
}

/** False if the browser refuses; a toast reports that. */
export async function putOnClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    console.warn('The clipboard refused the text.', error);
    showToast(STAGE_MESSAGES['link.copyFailed'], 'error');
    return false;
  }
}
