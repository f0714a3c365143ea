import { Fragment, type ReactNode } from 'react';
import {
  HELP_KEYS,
  HELP_MOUSE,
  HELP_PHOTO_KEYS,
  HELP_TOUCH,
  type HelpGesture,
  type HelpKeys,
  HELP_MESSAGES,
  COMMON_MESSAGES,
} from '@overlook/shared/messages';
import { Button } from '../../ui/button/button.tsx';
import { keyboardWords } from '../../ui/keyboard-words.ts';
import { Modal } from '../../ui/dialog/modal.tsx';
import { isAppleKeyboard, keyNames } from './key-names.ts';
import css from './help-dialog.module.css';

interface HelpDialogProps {
  onClose: () => void;
  /** What mouse drags mean for this person. */
  preset: keyof typeof HELP_MOUSE;
}

/** What mouse, fingers and keys do on the stage. */
export function HelpDialog({ onClose, preset }: HelpDialogProps) {
  return (
    <Modal
      title={HELP_MESSAGES['help.title']}
      size="wide"
      onClose={onClose}
      actions={
        <Button autoFocus onClick={onClose}>
          {COMMON_MESSAGES['common.close']}
        </Button>
      }
    >
      <div className={css.sections}>
        <Section title={HELP_MESSAGES['help.mouse']}>
          <Gestures rows={HELP_MOUSE[preset]} />
        </Section>
        <Section title={HELP_MESSAGES['help.touch']}>
          <Gestures rows={HELP_TOUCH} />
        </Section>
        <Section title={HELP_MESSAGES['help.keys']} isWide>
          <p className={css.hint}>{HELP_MESSAGES['help.focus']}</p>
          <div className={css.groups}>
            {HELP_KEYS.map(({ title, rows }) => (
              <KeyGroup key={title} title={title} rows={rows} />
            ))}
          </div>
        </Section>
        <Section title={HELP_MESSAGES['help.photoKeys']} isWide>
          <p className={css.hint}>{HELP_MESSAGES['help.photoFocus']}</p>
          <KeyRows rows={HELP_PHOTO_KEYS} />
        </Section>
      </div>
    </Modal>
  );
}

function Section({ title, isWide = false, children }: { title: string; isWide?: boolean; children: ReactNode }) {
  return (
    <section className={css.section} data-wide={isWide} aria-label={title}>
      <h3 className={css.title}>{title}</h3>
      {children}
    </section>
  );
}

function Gestures({ rows }: { rows: readonly HelpGesture[] }) {
  return (
    <dl className={css.rows}>
      {rows.map(({ gesture, does }) => (
        <div key={gesture} className={css.row}>
          <dt className={css.gesture}>{gesture}</dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}

function KeyGroup({ title, rows }: { title: string; rows: readonly HelpKeys[] }) {
  return (
    <div className={css.group}>
      <h4 className={css.groupTitle}>{title}</h4>
      <KeyRows rows={rows} />
    </div>
  );
}

function KeyRows({ rows }: { rows: readonly HelpKeys[] }) {
  return (
    <dl className={css.rows}>
      {rows.map(({ keys, does }) => (
        <div key={does} className={css.row}>
          <dt className={css.keys}>
            {keys.map((chord) => (
              <Chord key={chord} chord={chord} />
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}

function Chord({ chord }: { chord: string }) {
  const names = keyNames(keyboardWords.of(chord), isAppleKeyboard(navigator.userAgent));
  return (
    <span className={css.chord}>
      {names.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && '+'}
          <kbd className={css.key}>{name}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
