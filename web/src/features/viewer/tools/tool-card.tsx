import { ChevronLeft, type LucideIcon, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { TOOLS_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { DisclosureCard } from '../../../ui/disclosure/disclosure-card.tsx';
import head from '../../../ui/panel.module.css';
import type { CardProps } from './card-props.ts';
import { ToolFields } from './tool-fields.tsx';
import css from './cards.module.css';

interface ToolCardProps extends CardProps {
  title: string;
  icon: LucideIcon;
  /** Buttons at the end of the head, while it is open. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A tool as a card among others; on a phone the open one has the sheet for itself, under its own title. */
export function ToolCard({ onClose, ...card }: ToolCardProps) {
  return onClose ? <ToolPage onClose={onClose} {...card} /> : <DisclosureCard {...card} />;
}

function ToolPage({ title, actions, children, onOpenChange, onClose }: ToolCardProps & { onClose: () => void }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section className={css.page} aria-labelledby={id}>
      <div className={head.head}>
        <IconButton icon={ChevronLeft} label={TOOLS_MESSAGES['tools.allTools']} onClick={() => onOpenChange(false)} />
        <h1 ref={heading} id={id} tabIndex={-1} className={head.title}>
          {title}
        </h1>
        {actions}
        <IconButton icon={X} label={COMMON_MESSAGES['common.close']} onClick={onClose} />
      </div>
      <ToolFields className={css.pageBody}>{children}</ToolFields>
    </section>
  );
}
