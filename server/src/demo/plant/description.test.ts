import { CAD_FILTER, KEPT_HUE_DEG } from '@overlook/shared/config';
import { hsvOf, hueDistanceDeg, rgbOf } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import { CAD_COLOURS } from './palette.ts';
import { SITE_SLUGS, describeSite } from './sites.ts';
import type { PlantDescription } from './types.ts';

const plant = describeSite('ridgeway');

const depthOf = ({ nodes }: PlantDescription, id: number): number => {
  const { parentId } = nodes[id]!;
  return parentId === null ? 1 : 1 + depthOf({ nodes } as PlantDescription, parentId);
};

describe('the description of Ridgeway Gas Plant', () => {
  it('has dense ids with parents before children', () => {
    plant.nodes.forEach((node, i) => {
      expect(node.id).toBe(i);
      if (node.parentId !== null) expect(node.parentId).toBeLessThan(i);
    });
  });

  it('has three Places, each with its own name and its own viewpoint', () => {
    expect(new Set(plant.places.map(({ name }) => name)).size).toBe(3);
    expect(new Set(plant.places.map(({ pose }) => pose.position.join())).size).toBe(3);
  });

  it('holds at least 3,000 objects in a tree at least 6 deep', () => {
    expect(plant.nodes.filter((node) => node.isObject).length).toBeGreaterThanOrEqual(3000);
    expect(Math.max(...plant.nodes.map((node) => depthOf(plant, node.id)))).toBeGreaterThanOrEqual(6);
  });

  it('gives every object a surface in the project layer, and folders none', () => {
    const drawn = new Set(plant.parts.filter((part) => part.layers !== 'capture').map((part) => part.nodeId));
    for (const node of plant.nodes) expect(drawn.has(node.id), node.name).toBe(node.isObject);
  });

  it('never names two objects alike under one parent', () => {
    const seen = new Set(plant.nodes.map((node) => `${node.parentId}/${node.name}`));
    expect(seen.size).toBe(plant.nodes.length);
  });

  it('keeps everything built inside the level ground', () => {
    for (const area of plant.ground.filter((area) => area.kind !== 'road')) {
      expect(Math.max(-area.west, area.east)).toBeLessThanOrEqual(plant.levelHalfWidth);
      expect(Math.max(-area.south, area.north)).toBeLessThanOrEqual(plant.levelHalfDepth);
    }
  });

  it('is the same on every call', () => {
    expect(describeSite('ridgeway')).toEqual(plant);
  });
});

describe('the description of Harbour Tank Farm', () => {
  it('is a small site with the captured layers only', () => {
    const harbour = describeSite('harbour-tank-farm');
    expect(harbour.layers).toEqual(['textured', 'points']);
    expect(harbour.nodes.length).toBeGreaterThan(100);
  });
});

it('the colours of the project layer are unlike those of selected and found objects', () => {
  const kept = [CAD_FILTER.highlightColor, CAD_FILTER.filterColor].map((color) => hsvOf(rgbOf(color)).hueDeg);
  for (const site of SITE_SLUGS) {
    const own = describeSite(site).parts.map(({ cadColour, discipline }) => cadColour ?? CAD_COLOURS[discipline]);
    for (const colour of new Set([...own, ...Object.values(CAD_COLOURS)])) {
      const { hueDeg, saturation } = hsvOf(colour);
      const nearestDeg = Math.min(...kept.map((keptDeg) => hueDistanceDeg(hueDeg, keptDeg)));
      expect(saturation < 0.2 || nearestDeg > KEPT_HUE_DEG, `${site}: ${colour.join()}`).toBe(true);
    }
  }
});
