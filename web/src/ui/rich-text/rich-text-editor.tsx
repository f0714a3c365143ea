import { Editor } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import {
  Bold,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Strikethrough,
  TextQuote,
  Underline,
} from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { ToggleButton, Toolbar } from 'react-aria-components';
import { UI_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { classNames } from '../class-names.ts';
import labelled from '../field/labelled.module.css';
import iconButton from '../button/icon-button.module.css';
import { LinkField } from './link-field.tsx';
import css from './rich-text.module.css';

interface RichTextEditorProps {
  label: string;
  /** HTML */
  value: string;
  onChange: (html: string) => void;
}

interface Style {
  readonly mark: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly toggle: (editor: Editor) => void;
}

const STYLES: readonly Style[] = [
  {
    mark: 'bold',
    label: UI_MESSAGES['ui.bold'],
    icon: Bold,
    toggle: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    mark: 'italic',
    label: UI_MESSAGES['ui.italic'],
    icon: Italic,
    toggle: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    mark: 'underline',
    label: UI_MESSAGES['ui.underline'],
    icon: Underline,
    toggle: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    mark: 'strike',
    label: UI_MESSAGES['ui.strikethrough'],
    icon: Strikethrough,
    toggle: (editor) => editor.chain().focus().toggleStrike().run(),
  },
  {
    mark: 'bulletList',
    label: UI_MESSAGES['ui.bulletedList'],
    icon: List,
    toggle: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    mark: 'orderedList',
    label: UI_MESSAGES['ui.numberedList'],
    icon: ListOrdered,
    toggle: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    mark: 'blockquote',
    label: UI_MESSAGES['ui.quotation'],
    icon: TextQuote,
    toggle: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
];

/** Text with styles, lists and links, and its label. */
export function RichTextEditor({ label, value, onChange }: RichTextEditorProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const written = useRef(value);
  const [editor, setEditor] = useState<Editor | null>(null);
  // Which styles are on at the cursor is the editor's own state; each of its transactions may change it.
  const [, setTransactions] = useState(0);
  const tell = useEffectEvent((html: string) => {
    written.current = html;
    onChange(html);
  });
  const begin = useEffectEvent(() => value);
  useEffect(() => {
    const made = new Editor({
      element: place.current,
      // The styles are a part of the page, because the content security policy refuses styles that a script writes.
      injectCSS: false,
      extensions: [StarterKit.configure({ link: { openOnClick: false, defaultProtocol: 'https' } })],
      content: begin(),
      editorProps: {
        attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': id, class: css.editable! },
      },
      onUpdate: ({ editor: changed }) => tell(changed.isEmpty ? '' : changed.getHTML()),
      onTransaction: () => setTransactions((count) => count + 1),
    });
    setEditor(made);
    return () => made.destroy();
  }, [id]);
  useEffect(() => {
    if (!editor || value === written.current) return;
    written.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return (
    <div className={labelled.column}>
      <span id={id} className={labelled.label}>
        {label}
      </span>
      <div className={css.box}>
        {editor && <StyleBar editor={editor} label={label} />}
        <div ref={place} className={classNames(css.text, css.place)} />
      </div>
    </div>
  );
}

function StyleBar({ editor, label }: { editor: Editor; label: string }) {
  const [isLinking, setLinking] = useState(false);
  return (
    <>
      <Toolbar
        aria-label={formatMessage(UI_MESSAGES['ui.stylesOf'], { lowerCase: label.toLowerCase() })}
        className={css.bar!}
      >
        {STYLES.map(({ mark, label: name, icon, toggle }) => (
          <StyleButton
            key={mark}
            label={name}
            icon={icon}
            isOn={editor.isActive(mark)}
            onPress={() => toggle(editor)}
          />
        ))}
        <StyleButton
          label={UI_MESSAGES['ui.link']}
          icon={Link2}
          isOn={editor.isActive('link') || isLinking}
          onPress={() => setLinking(!isLinking)}
        />
      </Toolbar>
      {isLinking && <LinkField editor={editor} onClose={() => setLinking(false)} />}
    </>
  );
}

interface StyleButtonProps {
  label: string;
  icon: LucideIcon;
  isOn: boolean;
  onPress: () => void;
}

const StyleButton = ({ label, icon: Icon, isOn, onPress }: StyleButtonProps) => (
  <ToggleButton
    aria-label={label}
    isSelected={isOn}
    onChange={onPress}
    className={classNames(iconButton.button, isOn && iconButton.on)}
  >
    <Icon size={16} strokeWidth={1.75} aria-hidden />
  </ToggleButton>
);
