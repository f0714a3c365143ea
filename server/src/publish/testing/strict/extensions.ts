import type { JsonNode } from '@overlook/shared/tiles3d';

/** The names under extensionsUsed or extensionsRequired. */
export function declaredExtensions(document: JsonNode, key: 'extensionsUsed' | 'extensionsRequired'): Set<string> {
  return new Set(document.list(key).map((name) => name.string()));
}

/** Every extension that occurs anywhere in a document, with the first place of each; `extras` are not looked into. */
export function collectExtensions(document: JsonNode): Map<string, string> {
  const found = new Map<string, string>();
  const pending = [document];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (Array.isArray(node.value)) pending.push(...node.items().filter((item) => typeof item.value === 'object'));
    else if (node.isObject)
      for (const key of node.keys()) {
        const member = node.get(key);
        if (key === 'extras' || typeof member.value !== 'object') continue;
        if (key === 'extensions' && member.isObject)
          for (const name of member.keys()) if (!found.has(name)) found.set(name, member.get(name).place);
        pending.push(member);
      }
  }
  return found;
}
