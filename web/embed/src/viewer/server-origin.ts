import { noServerText } from '@overlook/shared/messages';
import { MODULE_SERVER } from './module-server.ts';

/** Returns the origin of a server: the named one, else that of this module. Throws RangeError for a text that is no http address. */
export function serverOrigin(server: string | null | undefined): string {
  const named = server ?? MODULE_SERVER;
  const url = named && URL.canParse(named) ? new URL(named) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new RangeError(noServerText(named ?? ''));
  return url.origin;
}
