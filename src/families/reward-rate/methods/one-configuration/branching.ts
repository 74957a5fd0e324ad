import { W_PER_KW } from '../../../../../models/units.js';
import type { PoolConfiguration } from './pool.js';
import type { PoolAnswer } from './pool-program.js';
import type { Split } from '../room-program/proof.js';

/** A value of the LP's answer counts as integer if it differs from an integer by at most this. */
const WHOLE = 1e-6;

/**
 * Branching decision about the number of nodes that run a configuration of a split (a set of configurations of one
 * zone). In one branch this number is at most `below`, in the other at least one more. The present LP answer lies in
 * neither.
 */
export interface Cut {
  readonly split: Split;
  readonly below: number;
}

/**
 * Returns the split (a set of configurations of one zone) on which to branch; null if all numbers of nodes are integer.
 *
 * The configurations of a zone are ordered by power or by the rate of one task type. A split contains those before some
 * position. The best split has a number of nodes far from integer. The configurations on its two sides differ much,
 * weighted by dual values.
 */
export function bestCut(
  pool: readonly (readonly PoolConfiguration[])[],
  { units, prices }: PoolAnswer,
  powerPrice: Float64Array,
): Cut | null {
  let best: { readonly zone: number; readonly attribute: number; readonly at: number; readonly below: number } | null =
    null;
  let most = 0;
  const tasks = prices.task.length;
  for (const [zone, ofZone] of units.entries()) {
    const used = [...ofZone.keys()].filter((s) => ofZone[s]! > WHOLE);
    if (used.every((s) => Math.abs(ofZone[s]! - Math.round(ofZone[s]!)) <= WHOLE)) continue;
    for (let attribute = 0; attribute <= tasks; attribute++) {
      const price = attribute < tasks ? prices.task[attribute]! : powerPrice[zone]! / W_PER_KW;
      const of = (s: number): number => attributeOf(pool[zone]![s]!, attribute);
      const order = [...used].sort((s, t) => of(s) - of(t));
      let sum = 0;
      for (let n = 0; n + 1 < order.length; n++) {
        sum += ofZone[order[n]!]!;
        const jump = of(order[n + 1]!) - of(order[n]!);
        const part = sum - Math.floor(sum);
        const fraction = Math.min(part, 1 - part);
        const score = fraction * jump * Math.max(price, 1e-12);
        if (fraction <= WHOLE || score <= most) continue;
        most = score;
        best = { zone, attribute, at: (of(order[n]!) + of(order[n + 1]!)) / 2, below: Math.floor(sum) };
      }
    }
  }
  if (best !== null) {
    const { zone, attribute, at, below } = best;
    return { split: { zone, within: pool[zone]!.map((one) => attributeOf(one, attribute) <= at) }, below };
  }
  for (const [zone, ofZone] of units.entries()) {
    const s = ofZone.findIndex((one) => Math.abs(one - Math.round(one)) > WHOLE);
    if (s >= 0) return { split: alone(zone, ofZone.length, s), below: Math.floor(ofZone[s]!) };
  }
  return null;
}

/**
 * Returns a branching decision for an LP answer with integer numbers of nodes, which is a plan. In one branch one of
 * its configurations runs on fewer nodes; the other branch still contains the plan. Null if the branch contains this
 * plan alone.
 *
 * @param isFixed returns true if the branch already requires at least `least` nodes in the split
 */
export function wholeCut({ units }: PoolAnswer, isFixed: (split: Split, least: number) => boolean): Cut | null {
  for (const [zone, ofZone] of units.entries()) {
    for (const [s, one] of ofZone.entries()) {
      const count = Math.round(one);
      if (count === 0) continue;
      const split = alone(zone, ofZone.length, s);
      if (!isFixed(split, count)) return { split, below: count - 1 };
    }
  }
  return null;
}

/** Returns the split (a set of configurations of one zone) of the configuration at `position` alone. */
function alone(zone: number, length: number, position: number): Split {
  return { zone, within: Array.from({ length }, (_, s) => s === position) };
}

function attributeOf({ usedPerS, coreW }: PoolConfiguration, attribute: number): number {
  return attribute < usedPerS.length ? usedPerS[attribute]! : coreW;
}
