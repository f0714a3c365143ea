import type { UploadPart } from '@overlook/shared/schemas';
import type { FoundPart } from './found-part.ts';

/** What a person has said of a part, where that differs from what was found. */
export interface PartChoice {
  readonly layer?: UploadPart;
  readonly isChosen?: boolean;
}
export type PartChoices = Readonly<Record<string, PartChoice>>;

/** A part with what will become of it. */
export interface PlannedPart {
  readonly part: FoundPart;
  /** Null for a part that is not sent: it is not recognised, or its layer is taken, or it needs another part. */
  readonly layer: UploadPart | null;
  /** The part that has its layer. */
  readonly takenBy: FoundPart | null;
  /** The layer that it has nothing to belong to. */
  readonly needs: UploadPart | null;
  /** Whether it is sent. */
  readonly isChosen: boolean;
}

/** What belongs to another part and is nothing without it. */
const NEEDS: Partial<Record<UploadPart, UploadPart>> = { properties: 'cad', photoTable: 'photos' };

/**
 * Gives each part its layer, each layer once: first those that a person has chosen, then those that can be nothing else, then
 * the likely ones.
 */
export function assignLayers(parts: readonly FoundPart[], choices: PartChoices): PlannedPart[] {
  const owners = new Map<UploadPart, FoundPart>();
  const wishOf = (part: FoundPart): UploadPart | null => {
    const { layer } = choices[part.id] ?? {};
    return layer !== undefined && part.layers.includes(layer) ? layer : (part.layers[0] ?? null);
  };
  const isWanted = (part: FoundPart) => choices[part.id]?.isChosen !== false;
  const rankOf = (part: FoundPart) => (choices[part.id]?.layer ? 0 : part.layers.length === 1 ? 1 : 2);
  for (const rank of [0, 1, 2]) {
    for (const part of parts) {
      const wish = wishOf(part);
      if (rankOf(part) === rank && wish && isWanted(part) && !owners.has(wish)) owners.set(wish, part);
    }
  }
  return parts.map((part) => {
    const wish = wishOf(part);
    const owner = (wish && owners.get(wish)) ?? null;
    const needs = (wish && NEEDS[wish]) ?? null;
    const isAlone = needs !== null && !owners.has(needs);
    const isTaken = owner !== null && owner !== part;
    return {
      part,
      layer: isTaken || isAlone ? null : wish,
      takenBy: isTaken ? owner : null,
      needs: isAlone ? needs : null,
      isChosen: owner === part && !isAlone,
    };
  });
}
