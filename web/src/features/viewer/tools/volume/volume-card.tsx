import { Shovel } from 'lucide-react';
import { VOLUME_MESSAGES } from '@overlook/shared/messages';
import { lazyPart } from '../../../../parts/lazy-part/lazy-part.tsx';
import type { CardProps } from '../card-props.ts';
import { ToolCard } from '../tool-card.tsx';

const Content = lazyPart(async () => (await import('./volume-content.tsx')).VolumeContent);

/** Volumes between the point cloud and a base; loaded when the card is opened. */
export const VolumeCard = (props: CardProps) => (
  <ToolCard title={VOLUME_MESSAGES['volume.title']} icon={Shovel} {...props}>
    <Content />
  </ToolCard>
);
