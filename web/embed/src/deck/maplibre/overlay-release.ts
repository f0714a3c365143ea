/** Releases what deck.gl's overlay of MapLibre and luma.gl (both 9.4) would leave in the page of a host. */
import type { MapLibreOverlay } from '@deck.gl/maplibre';
import type { Device } from '@luma.gl/core';
import type { Map as MapLibreMap } from 'maplibre-gl';

/**
 * luma.gl notes where the pointer is over the map's canvas, which deck.gl does not read, and goes on listening after its loop
 * has ended: the map would keep each deck.gl that it ever had. To be called in the task that adds the overlay to its map,
 * because the loop starts after it.
 */
export function keepLoopFromListening(overlay: MapLibreOverlay): void {
  const { _deck } = overlay as unknown as { _deck?: { animationLoop: { _startEventHandling: () => void } | null } };
  if (_deck?.animationLoop) _deck.animationLoop._startEventHandling = () => undefined;
}

const ending = new WeakSet<Device>();

/**
 * The device of a map is for all overlays that the map ever has, and none of them ends it. It listens for the ratio of device
 * pixels, by which the page would keep the canvas of a map that was removed.
 */
export function endWithMap(device: Device, map: MapLibreMap): void {
  if (ending.has(device)) return;
  ending.add(device);
  void map.once('remove', () => device.getDefaultCanvasContext().destroy());
}
