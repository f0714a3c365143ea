import { ListTree, Tags } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { modelType } from '@overlook/shared/config';
import { MESSAGES } from '@overlook/shared/messages';
import { openTree } from '../../state/cad.ts';
import { Button } from '../../ui/button/button.tsx';
import { DisclosureCard } from '../../ui/disclosure/disclosure-card.tsx';
import type { CardProps } from './card-props.ts';
import { toolsStore } from './tools-store.ts';
import css from './cards.module.css';

/** What was clicked last on the Project Layer, and the way to all that is known of it. */
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
      <div className={css.actions}>
        <Button icon={ListTree} onClick={openTree}>
          Open the object tree
        </Button>
      </div>
    </DisclosureCard>
  );
}
