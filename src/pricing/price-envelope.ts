import { W_PER_KW } from '../../models/units.js';
import type { PricedConfiguration, PricingOracle, ValuedConfiguration } from './pricing-oracle.js';

/**
 * Bounds on V, the value of the best configuration of a node type, as a function of the power price. Lower bounds are
 * the lines of evaluated configurations. Upper bounds are chords between evaluated prices, because V is convex.
 */
export interface PriceEnvelope {
  /** Power prices at which V was evaluated, ascending, each with V and a configuration that attains it. */
  readonly points: readonly EnvelopePoint[];
  /**
   * Returns a proven upper bound on V, the best value of a node, reward/s, at any power price >= 0. If nodes may be on
   * standby, it is a bound on max(0, V + onPrice).
   *
   * @param onPrice amount added to the value of a node that is on, reward/s (default 0)
   */
  upperBound(powerPricePerKW: number, onPrice?: number): number;
  /** Returns a proven upper bound on the best value of a node that is on, reward/s; it may be negative. */
  upperBoundOn(powerPricePerKW: number): number;
  /** Returns the best evaluated configuration at a power price, or the standby configuration if that is better. */
  bestAt(powerPricePerKW: number, onPrice?: number): ValuedConfiguration;
  /** Returns the best of the evaluated configurations of a node that must be on, at a power price. */
  bestOnAt(powerPricePerKW: number): ValuedConfiguration;
}

export interface EnvelopePoint extends PricedConfiguration {
  readonly price: number;
}

/**
 * Returns bounds on V, the best value of a node, over a range of power prices. V is evaluated at both ends, then
 * repeatedly where the lines of two neighbouring points intersect.
 *
 * No more points are added between neighbours whose chord lies above their lines by less than the fraction `looseness`
 * of V.
 */
export function priceEnvelope(
  oracle: PricingOracle,
  taskPrice: Float64Array,
  leastPrice: number,
  mostPrice: number,
  looseness = 0,
): PriceEnvelope {
  const pointAt = (price: number): EnvelopePoint => ({ price, ...oracle.best(taskPrice, price) });
  const points: EnvelopePoint[] = [pointAt(leastPrice)];
  const tolerance = 1e-12;
  const refine = (left: EnvelopePoint, right: EnvelopePoint): void => {
    const slopeLeft = -left.configuration.coreW / W_PER_KW;
    const slopeRight = -right.configuration.coreW / W_PER_KW;
    if (slopeRight - slopeLeft > 1e-15) {
      const price =
        (left.value - slopeLeft * left.price - right.value + slopeRight * right.price) / (slopeRight - slopeLeft);
      if (price > left.price && price < right.price) {
        const share = (price - left.price) / (right.price - left.price);
        const chord = left.value + share * (right.value - left.value);
        if (chord - left.value - slopeLeft * (price - left.price) < looseness * Math.abs(chord)) return;
        const middle = pointAt(price);
        const line = left.value + slopeLeft * (price - left.price);
        if (middle.value > line + tolerance * Math.max(1, Math.abs(line))) {
          refine(left, middle);
          points.push(middle);
          refine(middle, right);
        } else points.push({ ...middle, price, configuration: middle.configuration });
        return;
      }
    }
  };
  if (mostPrice > leastPrice) {
    const last = pointAt(mostPrice);
    refine(points[0]!, last);
    points.push(last);
  }
  points.sort((a, b) => a.price - b.price);

  const segment = (price: number): number => {
    let low = 0;
    let high = points.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (points[middle]!.price <= price) low = middle;
      else high = middle;
    }
    return low;
  };
  const { standby } = oracle;
  const boundOfOn = (price: number): number => {
    const first = points[0]!;
    const last = points[points.length - 1]!;
    // Beyond the range V falls at most as fast as nothing (price up) and rises at most as fast as full power (price down).
    if (price >= last.price) return last.upperBound;
    if (price < first.price) return oracle.best(taskPrice, price).upperBound;
    const left = points[segment(price)]!;
    const right = points[segment(price) + 1]!;
    const share = right.price > left.price ? (price - left.price) / (right.price - left.price) : 0;
    return left.upperBound + share * (right.upperBound - left.upperBound);
  };
  const bestOnAt = (price: number): ValuedConfiguration => {
    let best: ValuedConfiguration | undefined;
    const valueAt = (point: EnvelopePoint): number =>
      point.value - (point.configuration.coreW / W_PER_KW) * (price - point.price);
    const near = segment(price);
    for (let n = Math.max(0, near - 1); n <= Math.min(points.length - 1, near + 2); n++) {
      const value = valueAt(points[n]!);
      if (best === undefined || value > best.value) best = { configuration: points[n]!.configuration, value };
    }
    return best!;
  };
  return {
    points,
    upperBoundOn: boundOfOn,
    bestOnAt,
    upperBound: (price, onPrice = 0) =>
      standby === undefined ? boundOfOn(price) : Math.max(0, boundOfOn(price) + onPrice),
    bestAt(price, onPrice = 0) {
      const best = bestOnAt(price);
      if (standby === undefined) return best;
      const value = best.value + onPrice;
      return value > 0 ? { configuration: best.configuration, value } : { configuration: standby, value: 0 };
    },
  };
}
