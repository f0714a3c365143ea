/**
 * The light on the layers of a site: the standard sun or, on surfaces without textures, the sun at a time that the user has set.
 */
import { isPlainSurface } from '@overlook/shared/config';
import type { Lla } from '@overlook/shared/maths';
import { type SunLight, lightValues, sunLight } from '../view/sun-light.ts';
import { type SunTime, standardSunPosition, sunInstantMs, sunPositionAt } from '../view/sun-position.ts';

interface Made {
  readonly time: SunTime;
  readonly light: SunLight;
  readonly values: Float32Array;
}

export class LayerLight {
  private readonly standard: Omit<Made, 'time'>;
  private timed: Made | null = null;

  constructor(private readonly origin: Pick<Lla, 'longitude' | 'latitude'>) {
    const light = sunLight(standardSunPosition(origin.latitude));
    this.standard = { light, values: lightValues(light) };
  }

  /** The light on a layer (model type); the same object until time or site change. */
  of(time: SunTime | null, layerId: number | null): SunLight {
    return this.madeFor(time, layerId).light;
  }

  /** The same as uniforms ({@link lightValues}). */
  valuesOf(time: SunTime | null, layerId: number | null): Float32Array {
    return this.madeFor(time, layerId).values;
  }

  private madeFor(time: SunTime | null, layerId: number | null): Omit<Made, 'time'> {
    if (!time || !isPlainSurface(layerId)) return this.standard;
    if (this.timed?.time === time) return this.timed;
    const { longitude, latitude } = this.origin;
    const instantMs = sunInstantMs(time, longitude);
    // An invalid day, which a program may set, has no position of the sun.
    if (Number.isNaN(instantMs)) return this.standard;
    const light = sunLight(sunPositionAt(longitude, latitude, instantMs));
    this.timed = { time, light, values: lightValues(light) };
    return this.timed;
  }
}
