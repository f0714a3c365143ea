import { expect, it } from 'vitest';
import { leastProcessorMs } from '../testing/processor-time.ts';
import { deviceName } from './device-name.ts';

const LIKE_SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${LIKE_SAFARI} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0) ${LIKE_SAFARI} Chrome/141.0.0.0 Safari/537.36 Edg/141.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${LIKE_SAFARI} Version/18.0 Safari/605.1.15`, 'Safari on macOS'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${LIKE_SAFARI} CriOS/141.0`, 'Chrome on iPhone'],
  ['curl/8.5.0', 'curl'],
  ['', 'An unknown device'],
  [undefined, 'An unknown device'],
  ['<script>'.repeat(100), expect.stringMatching(/^.{1,60}$/)],
  ['((((', 'An unknown device'],
])('%s is named %s', (userAgent, name) => expect(deviceName(userAgent)).toEqual(name));

it.each([`Version/${'1'.repeat(16_000)}`, 'Version/1 '.repeat(1600)])(
  '%.20s… is named in short time',
  async (userAgent) => {
    expect(await leastProcessorMs(4, () => deviceName(userAgent))).toBeLessThan(20);
  },
);
