import { Tags } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { modelType } from '@overlook/shared/config';
import { MESSAGES } from '@overlook/shared/messages';
import { DisclosureCard } from '../../ui/disclosure/disclosure-card.tsx';
import type { CardProps } from './card-props.ts';
import { toolsStore } from './tools-store.ts';
import css from './cards.module.css';

/** What was clicked last on the Project Layer. Its properties come with the object tree. */
export function MetadataCard(props: CardProps) {
  const { picked } = useSnapshot(toolsStore);
  return (
    <DisclosureCard title="Metadata" icon={Tags} {...props}>
      {picked ? (
        <dl className={css.facts}>
          <dt>Layer</dt>
          <dd>{modelType(picked.modeltypeId).label}</dd>
          <dt>Feature id</dt>
          <dd>{picked.featureId}</dd>
        </dl>
      ) : (
        <p className={css.prompt}>
          {MESSAGES['metadata.none']}. {MESSAGES['metadata.noneHint']}
        </p>
      )}
      <p className={css.note}>{MESSAGES['metadata.later']}</p>
    </DisclosureCard>
  );
}
