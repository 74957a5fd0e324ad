import { describe, expect, it } from 'vitest';
import type { GeoLoad } from '../../../../../models/families/geo/allocation.js';
import { evaluateAllocation } from '../../../../../models/families/geo/evaluate.js';
import { nodeLoad } from '../../../../../models/families/geo/node-load.js';
import type { CoreShare } from '../../../../../models/facility/core-share.js';
import { tinyGeoInstances } from '../../../../support/bundled.js';
import { tinyGeo } from '../../../../support/geo.js';

/** Nodes awake and what their cores do, by epoch, then by data centre; null sleeps. */
type HandPlan = readonly (readonly ({ readonly nodes: number; readonly cores: readonly CoreShare[] } | null)[])[];

const share = (count: number, ...slices: readonly (readonly [string, 0 | 1, number])[]): CoreShare => ({
  count,
  slices: slices.map(([taskType, pState, fraction]) => ({ taskType, pState, fraction })),
});
const SLOW = { nodes: 2, cores: [share(4, ['a', 1, 1])] };

/** The plans that the derivations describe. */
const PLANS: Readonly<Record<string, HandPlan>> = {
  'one-epoch': [[{ nodes: 2, cores: [share(4, ['a', 0, 1 / 3], ['a', 1, 2 / 3])] }]],
  arbitrage: [
    [SLOW, null],
    [null, SLOW],
  ],
  transition: [[SLOW], [{ nodes: 2, cores: [share(4, ['a', 1, 0.4])] }], [SLOW]],
  'surplus-printed': [[null, SLOW]],
  'surplus-curtailed': [[SLOW, null]],
  'surplus-feed-in': [[SLOW, null]],
  colocation: [[{ nodes: 1, cores: [share(1, ['a', 0, 0.5], ['b', 0, 0.5])] }]],
  restricted: [
    [
      { nodes: 1, cores: [share(4, ['a', 1, 1])] },
      { nodes: 1, cores: [share(2, ['b', 1, 1])] },
    ],
  ],
  carbon: [[null, SLOW]],
};

describe('the plans by hand of tiny geo instances', () => {
  it.each(Object.entries(PLANS))('tiny-%s: is feasible and costs what the file says', (name, plan) => {
    const { instance, model } = tinyGeo(name);
    const loads: GeoLoad[] = [];
    const cells = plan.flat().map((cell) => {
      if (cell === null) return { setPointC: 25, load: new Int32Array(), nodes: new Int32Array() };
      const load = nodeLoad(model, 0, cell.cores);
      if (load === null) throw new Error('no rate');
      loads.push(load);
      return { setPointC: 25, load: Int32Array.of(loads.length - 1), nodes: Int32Array.of(cell.nodes) };
    });
    const evaluation = evaluateAllocation(model, { loads, cells });
    expect(evaluation.violations).toEqual([]);
    expect(evaluation.costUsd).toBeCloseTo(instance.knownOptimum!.costUsd, 9);
    // CUP is the constant CoP: both models of cooling agree.
    expect(evaluation.costByCupUsd).toBeCloseTo(instance.knownOptimum!.costUsd, 9);
  });

  it('are there for every instance', () => {
    expect(
      Object.keys(PLANS)
        .map((name) => `tiny-${name}`)
        .sort(),
    ).toEqual(tinyGeoInstances().map(({ name }) => name));
  });
});
