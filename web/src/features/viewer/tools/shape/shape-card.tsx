import { Cylinder } from 'lucide-react';
import { SHAPE_MESSAGES } from '@overlook/shared/messages';
import { lazyPart } from '../../../../parts/lazy-part/lazy-part.tsx';
import type { CardProps } from '../card-props.ts';
import { ToolCard } from '../tool-card.tsx';

const Content = lazyPart(async () => (await import('./shape-content.tsx')).ShapeContent);

/** Pipes, planes and spheres in the point cloud; loaded when the card is opened. */
export const ShapeCard = (props: CardProps) => (
  <ToolCard title={SHAPE_MESSAGES['shape.title']} icon={Cylinder} {...props}>
    <Content />
  </ToolCard>
);
