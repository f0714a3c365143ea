import { formatMessage, LAYERS_MESSAGES } from '@overlook/shared/messages';

export const text = (['Up', 'Down'] as const)
  .map((direction) => formatMessage(LAYERS_MESSAGES[`layers.move${direction}`], { title: 'Sensors' }))
  .join(', ');
