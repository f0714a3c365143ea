import { ListTree, Tags } from 'lucide-react';
import { Fragment } from 'react';
import { useSnapshot } from 'valtio';
import { CAD_MESSAGES, TOOLS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { CadItem, CadMetadata } from '@overlook/shared/schemas';
import { cad } from '../../../state/cad.ts';
import { Button } from '../../../ui/button/button.tsx';
import css from './cards.module.css';

/** Properties that the card shows; the others are in the panel of the object tree. */
const PROPERTIES_SHOWN = 6;

interface PickedItemProps {
  item: Pick<CadItem, 'name' | 'tags'>;
  metadata: CadMetadata;
  /** Shows the panel with all properties. */
  onAll: () => void;
}

/** An object in short: name, tags, first properties, and a button that shows the rest. */
export function PickedItem({ item, metadata, onAll }: PickedItemProps) {
  const { isTreeOpen } = useSnapshot(cad);
  const properties = Object.values(metadata).flatMap((group) => Object.entries(group));
  const more = properties.length - PROPERTIES_SHOWN;
  return (
    <>
      <h3 className={css.objectName}>{item.name}</h3>
      {item.tags.length > 0 && (
        <p className={css.tags}>
          <Tags size={12} strokeWidth={2.25} aria-label={TOOLS_MESSAGES['tools.tags']} className={css.noteIcon} />
          {item.tags.join(', ')}
        </p>
      )}
      {properties.length === 0 && <p className={css.prompt}>{CAD_MESSAGES['cad.noProperties']}</p>}
      <dl className={css.facts}>
        {properties.slice(0, PROPERTIES_SHOWN).map(([name, value], index) => (
          // The same name can be in two groups.
          <Fragment key={`${index} ${name}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      {!isTreeOpen && (
        <div className={css.actions}>
          <Button icon={ListTree} onClick={onAll}>
            {more > 0
              ? formatMessage(TOOLS_MESSAGES['tools.allProperties'], { length: properties.length })
              : TOOLS_MESSAGES['tools.openTheObjectTree']}
          </Button>
        </div>
      )}
    </>
  );
}
