import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { UI_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import { Button } from '../button/button.tsx';
import { TextField } from '../field/text-field.tsx';
import css from './rich-text.module.css';

/** A typed address, with https where it has no scheme; null when it is invalid. */
function linkAddress(typed: string): string | null {
  const text = typed.trim();
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
  return text !== '' && URL.canParse(address) && /^(https?|mailto|tel):/i.test(address) ? address : null;
}

/** The address of the link at the cursor, under the styles of a text. */
export function LinkField({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const before = String(editor.getAttributes('link')['href'] ?? '');
  const [typed, setTyped] = useState(before);
  const [error, setError] = useState<string | null>(null);
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const apply = () => {
    const href = linkAddress(typed);
    if (href === null) return setError(UI_MESSAGES['ui.enterAddressSuchHttps']);
    const selection = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && before === '')
      selection.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }).run();
    else selection.setLink({ href }).run();
    onClose();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  return (
    <div className={css.link} role="group" aria-label={UI_MESSAGES['ui.link']}>
      <TextField
        label={UI_MESSAGES['ui.addressOfTheLink']}
        type="url"
        autoFocus
        value={typed}
        error={error}
        onChange={(text) => {
          setTyped(text);
          setError(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          // The key must not reach the form or its dialog.
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Enter') apply();
          else close();
        }}
      />
      <div className={css.linkActions}>
        <Button onClick={apply}>{UI_MESSAGES['ui.apply']}</Button>
        {before !== '' && (
          <Button tone="ghost" onClick={remove}>
            {UI_MESSAGES['ui.removeLink']}
          </Button>
        )}
        <Button tone="ghost" onClick={close}>
          {COMMON_MESSAGES['common.cancel']}
        </Button>
      </div>
    </div>
  );
}
