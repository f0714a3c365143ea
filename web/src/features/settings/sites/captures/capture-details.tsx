import { CalendarDays, Check, Eye, EyeOff, Move3d, Replace, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { formatMessage, PLACING_MESSAGES, SITE_CAPTURES_MESSAGES } from '@overlook/shared/messages';
import type { ManagedCapture } from '@overlook/shared/schemas';
import { placeCapture } from '../../../../parts/place-capture.ts';
import { selectSite } from '../../../../state/selected-site.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { CaptureDialog, type CaptureQuestion } from './capture-dialogs.tsx';
import { captureName, figuresText, movedText, referencesText, stateOf } from './capture-words.ts';
import { useCaptureChanges } from './use-capture-changes.ts';
import css from './captures.module.css';

interface CaptureDetailsProps {
  capture: ManagedCapture;
  /** All of its layer. */
  captures: readonly ManagedCapture[];
}

/** Figures of a capture, what names it, and what can be done with it. */
export function CaptureDetails({ capture, captures }: CaptureDetailsProps) {
  const [asked, setAsked] = useState<CaptureQuestion | null>(null);
  const name = captureName(capture);
  const state = stateOf(capture);
  const notes = [
    state === 'draft' && SITE_CAPTURES_MESSAGES['siteCaptures.onlyYou'],
    capture.precision === 'published' && SITE_CAPTURES_MESSAGES['siteCaptures.dateAssumed'],
    movedText(capture),
    referencesText(capture.references),
    capture.isNextToGo && SITE_CAPTURES_MESSAGES['siteCaptures.isNextToGo'],
  ].filter(Boolean);
  return (
    <section className={css.details} aria-label={name}>
      <div className={css.words}>
        <strong>{name}</strong>
        <p className={css.hint}>{figuresText(capture)}</p>
        {notes.length > 0 && <p className={css.hint}>{notes.join(' ')}</p>}
      </div>
      <div className={css.buttons}>
        {state === 'draft' && <DraftButtons onAsk={setAsked} />}
        {state === 'published' && <PublishedButtons capture={capture} captures={captures} onAsk={setAsked} />}
        {state === 'withdrawn' && <WithdrawnButtons capture={capture} onAsk={setAsked} />}
        {state !== 'withdrawn' && (
          <Button tone="ghost" icon={Move3d} onClick={() => placeCapture(capture.id, () => selectSite(capture.siteId))}>
            {PLACING_MESSAGES['placing.byHand']}
          </Button>
        )}
        <Button tone="ghost" icon={CalendarDays} onClick={() => setAsked('date')}>
          {SITE_CAPTURES_MESSAGES['siteCaptures.changeDate']}
        </Button>
      </div>
      {asked && <CaptureDialog asked={asked} capture={capture} captures={captures} onClose={() => setAsked(null)} />}
    </section>
  );
}

interface ButtonsProps {
  onAsk: (question: CaptureQuestion) => void;
}

function DraftButtons({ onAsk }: ButtonsProps) {
  return (
    <>
      <Button icon={Check} onClick={() => onAsk('publish')}>
        {SITE_CAPTURES_MESSAGES['siteCaptures.publish']}
      </Button>
      <Button tone="ghost" icon={Trash2} onClick={() => onAsk('discard')}>
        {SITE_CAPTURES_MESSAGES['siteCaptures.discard']}
      </Button>
    </>
  );
}

function PublishedButtons({ capture, captures, onAsk }: ButtonsProps & CaptureDetailsProps) {
  const [, navigate] = useLocation();
  const isOnly = captures.filter((one) => stateOf(one) === 'published').length === 1;
  return (
    <>
      <Button
        icon={Replace}
        onClick={() => navigate(`/settings/sites/${capture.siteId}/upload?captured=${capture.takenOn}`)}
      >
        {SITE_CAPTURES_MESSAGES['siteCaptures.correct']}
      </Button>
      <Button
        tone="ghost"
        icon={EyeOff}
        disabledReason={isOnly ? SITE_CAPTURES_MESSAGES['siteCaptures.onlyOne'] : null}
        onClick={() => onAsk('withdraw')}
      >
        {SITE_CAPTURES_MESSAGES['siteCaptures.withdraw']}
      </Button>
    </>
  );
}

function WithdrawnButtons({ capture, onAsk }: ButtonsProps & { capture: ManagedCapture }) {
  const { siteId, id: captureId } = capture;
  const text = formatMessage(SITE_CAPTURES_MESSAGES['siteCaptures.isRestored'], { name: captureName(capture) });
  const { restore } = useCaptureChanges(text);
  return (
    <>
      <Button icon={Eye} isBusy={restore.isPending} onClick={() => restore.mutate({ siteId, captureId })}>
        {SITE_CAPTURES_MESSAGES['siteCaptures.restore']}
      </Button>
      <Button tone="danger" icon={Trash2} onClick={() => onAsk('delete')}>
        {SITE_CAPTURES_MESSAGES['siteCaptures.delete']}
      </Button>
    </>
  );
}
