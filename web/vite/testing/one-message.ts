import { formatMessage, LAYERS_MESSAGES } from '@overlook/shared/messages';

export const text = formatMessage(LAYERS_MESSAGES['layers.moveUp'], { title: 'Sensors' });
