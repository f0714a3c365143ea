import { X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { LAYERS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { layers, type PickedFacts as Picked, showPicked } from '../../../state/layers.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import css from './picked-facts.module.css';

/** The text of a layer about the clicked element. */
export function PickedFacts() {
  const picked = useSnapshot(layers).picked as Picked | null;
  if (!picked) return null;
  const { title, layerTitle, rows } = picked;
  return (
    <section className={css.card} aria-label={`${title}, ${layerTitle}`}>
      <header className={css.head}>
        <div className={css.words}>
          <h2 className={css.title}>{title}</h2>
          <p className={css.layer}>{layerTitle}</p>
        </div>
        <IconButton
          size="s"
          icon={X}
          label={formatMessage(LAYERS_MESSAGES['layers.close'], { title })}
          onClick={() => showPicked(null)}
        />
      </header>
      <div className={css.facts} role="status">
        <Facts rows={rows.map(([name, value], index) => ({ key: `${index} ${name}`, name, value }))} />
      </div>
    </section>
  );
}
