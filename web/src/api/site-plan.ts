import { MODEL_TYPES } from '@overlook/shared/config';
import type { Model, SitePlan } from '@overlook/shared/schemas';
import { authorization } from './client.ts';

/** The plan of the best of these layers, in the order of the layer selector; null where none has one. */
export function bestPlan(models: readonly Pick<Model, 'modeltypeId' | 'plan'>[]): SitePlan | null {
  for (const { id } of MODEL_TYPES) {
    const plan = models.find(({ modeltypeId }) => modeltypeId === id)?.plan;
    if (plan) return plan;
  }
  return null;
}

/** Signs what a map asks of this server; MapLibre calls it for each address. Other servers learn nothing. */
export function signRequest(url: string): { url: string; headers?: Record<string, string> } {
  const isOurs = new URL(url, location.href).origin === location.origin;
  return isOurs ? { url, headers: authorization() } : { url };
}
