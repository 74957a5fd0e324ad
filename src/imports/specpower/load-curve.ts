/**
 * Share of the power between idle and full load that a server draws at load 0, 0.1 ... 1: mean of 11 servers of 2012
 * and 2013 with published SPECpower results. Standard deviations over the servers are at most 0.06.
 */
const SHARES = [0, 0.112, 0.172, 0.237, 0.316, 0.396, 0.488, 0.591, 0.713, 0.884, 1] as const;
/**
 * Half-width of the interval of the share that a core draws below its highest frequency. The curve is one of loads, not
 * of frequencies; it agrees within this with the core powers at lower frequencies of the bundled reward-rate nodes.
 */
const HALF_WIDTH = 0.15;

/** Part of the core power at the highest frequency, with its interval. */
export interface CoreShare {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Returns the part of a core's power at its highest frequency that it draws at another one, read from the load curve.
 *
 * @param ratio frequency over the highest one, 0 to 1
 */
export function coreShare(ratio: number): CoreShare {
  const place = ratio * (SHARES.length - 1);
  const below = Math.min(Math.floor(place), SHARES.length - 2);
  const share = SHARES[below]! + (SHARES[below + 1]! - SHARES[below]!) * (place - below);
  const half = ratio < 1 ? HALF_WIDTH : 0;
  return { share, low: Math.max(0, share - half), high: Math.min(1, share + half) };
}
