/** Short words without a second meaning in a dialog: 128, so that a byte chooses one without leaning to any. */
const WORDS =
  'anchor apple april arrow autumn badge baker basin beach birch bishop bolt bridge bronze brook button cabin cable candle canvas carbon castle cedar cherry chest circle cloud clover coast cobalt comet copper coral cotton crane crystal daisy delta desert dock dolphin dragon eagle ember engine falcon feather fern field flint forest fossil fox frost garden gate ginger glass globe granite grove hammer harbour harvest hazel helmet heron hill honey island ivory jacket jasper jungle kettle ladder lake lantern leaf lemon linen loft magnet maple marble meadow mint mirror monsoon moon morning moss needle north oak ocean olive orchard otter paddle paper pebble pepper pine planet quartz rain raven reed ridge river rocket saddle salmon sand shell silver spring station stone summer tower valley velvet violet walnut willow window'.split(
    ' ',
  );

/** Bytes that are spread evenly over the words. */
const wordAt = (byte: number): string => WORDS[byte % WORDS.length]!;

/**
 * A password that can be read out on the telephone: "harbour-loft-5817", 27 bits. Guesses are limited by the server,
 * and the link that it belongs to is itself a secret.
 */
export function madePassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(2));
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  return [wordAt(bytes[0]!), wordAt(bytes[1]!), String(number! % 10_000).padStart(4, '0')].join('-');
}
