import type { LucideIcon } from 'lucide-react';
import { LAYERS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import panel from './layers-panel.module.css';
import css from './layer-row.module.css';

interface ModelRowProps {
  icon: LucideIcon;
  title: string;
  /** Number of the screen that shows it. */
  screen: number;
  /** Moves the focus to the layers of the screen. */
  onShow: () => void;
}

/** The model of the active screen: the lowest of all layers, which is chosen on the screen itself. */
export function ModelRow({ icon: Icon, title, screen, onShow }: ModelRowProps) {
  return (
    <section aria-label={LAYERS_MESSAGES['layers.model']}>
      <h2 className={panel.group}>
        {LAYERS_MESSAGES['layers.model']}
        <span>{formatMessage(LAYERS_MESSAGES['layers.screen'], { screen })}</span>
      </h2>
      <button
        type="button"
        className={css.model}

        onClick={onShow}
      >
        <span className={css.icon}>
          <Icon size={16} strokeWidth={1.75} aria-hidden />
        </span>
        <span className={css.words}>
          <span className={css.title}>{title}</span>
          <span className={css.summary}>{LAYERS_MESSAGES['layers.ofScreen']}</span>
        </span>
      </button>
    </section>
  );
}
