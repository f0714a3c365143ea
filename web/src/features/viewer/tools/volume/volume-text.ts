import {
  areaText,
  lengthText,
  numberText,
  type Units,
  volumeNumber,
  volumeText,
  withUnit,
} from '@overlook/shared/format';
import { formatMessage, VOLUME_MESSAGES } from '@overlook/shared/messages';
import type { Volume } from '@overlook/shared/schemas';

export interface VolumeFact {
  readonly name: string;
  readonly value: string;
}

/** "158.34 ± 0.42 m³" */
export const measuredText = ({ m3, halfWidth95M3 }: Volume['fill'], units: Units): string =>
  formatMessage(VOLUME_MESSAGES['volume.withError'], {
    volume: volumeNumber(m3, units),
    error: volumeText(halfWidth95M3, units),
  });

/** "+0.31 m³": what a step twice as wide changes. */
function stepEffectText({ net, coarser }: Pick<Volume, 'net' | 'coarser'>, units: Units): string {
  const changeM3 = coarser.netM3 - net.m3;
  return changeM3 > 0 ? `+${volumeText(changeM3, units)}` : volumeText(changeM3, units);
}

/** All figures but the net volume; what is zero because nothing was amiss is left out. */
export function volumeFacts(volume: Omit<Volume, 'contours'>, units: Units): VolumeFact[] {
  const { fill, cut, belowDetection, detectionM, areaM2, lowestM, highestM, stepM, points, filledM2, unseenM2 } =
    volume;
  const fact = (name: string, value: string, isShown = true): VolumeFact[] => (isShown ? [{ name, value }] : []);
  const below = { volume: volumeText(belowDetection.netM3, units), area: areaText(belowDetection.areaM2, units) };
  const range = { lowest: lengthText(lowestM, units), highest: lengthText(highestM, units) };
  return [
    ...fact(VOLUME_MESSAGES['volume.fill'], measuredText(fill, units)),
    ...fact(VOLUME_MESSAGES['volume.cut'], measuredText(cut, units)),
    ...fact(
      VOLUME_MESSAGES['volume.belowDetection'],
      formatMessage(VOLUME_MESSAGES['volume.belowDetectionText'], below),
    ),
    ...fact(VOLUME_MESSAGES['volume.detection'], withUnit(numberText(detectionM * 1000, 0), 'mm')),
    ...fact(VOLUME_MESSAGES['volume.area'], areaText(areaM2, units)),
    ...fact(VOLUME_MESSAGES['volume.range'], formatMessage(VOLUME_MESSAGES['volume.rangeText'], range)),
    ...fact(VOLUME_MESSAGES['volume.stepUsed'], lengthText(stepM, units)),
    ...fact(VOLUME_MESSAGES['volume.stepEffect'], stepEffectText(volume, units)),
    ...fact(VOLUME_MESSAGES['volume.points'], numberText(points, 0)),
    ...fact(VOLUME_MESSAGES['volume.filled'], areaText(filledM2, units), filledM2 > 0),
    ...fact(VOLUME_MESSAGES['volume.unseen'], areaText(unseenM2, units), unseenM2 > 0),
  ];
}

/** What is to be known about the figures, one sentence each. */
export function volumeNotes(volume: Volume, units: Units): string[] {
  const { steepM2, contours } = volume;
  // A rough surface has tens of thousands of contours.
  const intervalM = contours.reduce((least, { levelM }) => Math.min(least, Math.abs(levelM)), Infinity);
  return [
    VOLUME_MESSAGES['volume.interval'],
    ...(contours.length > 0
      ? [formatMessage(VOLUME_MESSAGES['volume.legend'], { interval: lengthText(intervalM, units) })]
      : []),
    ...(steepM2 > 0 ? [formatMessage(VOLUME_MESSAGES['volume.steep'], { area: areaText(steepM2, units) })] : []),
  ];
}

/** Told when it was measured. */
export const volumeSpoken = ({ fill, cut, net }: Volume, units: Units): string =>
  formatMessage(VOLUME_MESSAGES['volume.spoken'], {
    fill: measuredText(fill, units),
    cut: measuredText(cut, units),
    net: measuredText(net, units),
  });
