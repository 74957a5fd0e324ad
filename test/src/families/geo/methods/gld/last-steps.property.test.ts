import { describe, expect, it } from 'vitest';
import type { GeoProblem } from '../../../../../../models/problems/geo/problem.js';
import { configurationPool } from '../../../../../../src/families/geo/methods/bound/configuration-pool.js';
import { boundContext } from '../../../../../../src/families/geo/methods/bound/context.js';
import { relax } from '../../../../../../src/families/geo/methods/bound/relaxation.js';
import { countedCells } from '../../../../../../src/families/geo/methods/gld/counted.js';
import { gldLpMethod } from '../../../../../../src/families/geo/methods/gld/gld-lp.js';
import { roundedPlan } from '../../../../../../src/families/geo/methods/gld/rounding.js';
import { billOf } from '../../../../../../src/families/geo/methods/gld/sharing.js';
import { type RunControl, UNLIMITED } from '../../../../../../src/methods/control.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { randomGeoProblem, type RandomGeoOptions } from '../../../../../support/geo.js';
import { engine } from '../bound/relaxed.js';

const NODES: RandomGeoOptions = {
  centres: 3,
  nodeTypes: 2,
  nodesPerType: 12,
  cores: 4,
  pStates: 3,
  taskTypes: 3,
  epochs: 3,
  hot: false,
  restricted: 0,
};

/** Bills of the rounded plan with and without the last core steps, which know nothing of the demand charges. */
async function bills(problem: GeoProblem): Promise<readonly [number, number] | null> {
  const context = boundContext(problem, 'room');
  const pool = configurationPool(context);
  const relaxed = await relax(context, { engine, control: UNLIMITED, pool, forPlan: true });
  const demand = relaxed.prices.demand.map((periods) => periods.map((inPeriod) => inPeriod.map(() => 0)));
  const relaxation = { ...relaxed, prices: { ...relaxed.prices, demand } };
  const billWith = async (last: boolean): Promise<number | null> => {
    const options = { engine, capShare: 1, step: () => Promise.resolve(false) };
    const counted = await countedCells(context, relaxed.cells, pool, options);
    if (counted === null) return null;
    let calls = 0;
    const { idle, neighbours } = counted.steps;
    const { allocation } = await roundedPlan(context, relaxation, counted.cells, pool.copy(), {
      capShare: 1,
      step: () => Promise.resolve(calls++ < 0),
      // One call for each epoch that is served, then polishing, then the last steps.
      steps: { idle, neighbours: (c, pooled) => (last || calls < context.epochs ? neighbours(c, pooled) : []) },
    });
    return billOf(problem, allocation);
  };
  const [with_, without] = [await billWith(true), await billWith(false)];
  return with_ === null || without === null ? null : [with_, without];
}

interface Seen {
  readonly phase: string;
  readonly bound: number | null;
  readonly incumbent: number | null;
}

/** Run that records what it is told, and asks to stop as soon as `stops` says so. */
function recording(stops: (seen: Seen) => boolean): { readonly control: RunControl; readonly seen: Seen[] } {
  const seen: Seen[] = [];
  const step = (told: Seen): Promise<boolean> => {
    seen.push(told);
    return Promise.resolve(seen.some(stops));
  };
  return { control: { ...UNLIMITED, step }, seen };
}

describe('the end of gld-lp', () => {
  it('the last core steps never make a plan dearer, although they know peaks by their prices alone', async () => {
    let cheaper = 0;
    let judged = 0;
    for (let seed = 0; seed < fuzzCount(40, 10); seed++) {
      const { problem } = randomGeoProblem(seed, { ...NODES, prices: 'tariff', load: 0.4 });
      const both = await bills(problem);
      if (both === null) continue;
      judged++;
      const slackUsd = 1e-9 * Math.abs(both[1]);
      expect(both[0]).toBeLessThanOrEqual(both[1] + slackUsd);
      if (both[0] < both[1] - slackUsd) cheaper++;
    }
    expect(judged).toBeGreaterThan(4);
    expect(cheaper).toBeGreaterThan(0);
  });

  it('a plan within 0.1 % of the bound is the answer; from any other rounding goes on', async () => {
    let ended = 0;
    let wentOn = 0;
    for (let seed = 0; seed < fuzzCount(24, 8); seed++) {
      const { problem } = randomGeoProblem(seed, { ...NODES, nodesPerType: seed % 2 === 0 ? 20 : 400, epochs: 2 });
      const { control, seen } = recording(() => false);
      const { allocation, certificate } = await gldLpMethod({ problem, control, random: randomStream(1, 'end') });
      if (allocation === null) continue;
      const goesOn = seen.some(
        ({ phase, incumbent }) => incumbent !== null && (phase.startsWith('round') || phase === 'share'),
      );
      const first = seen.find(({ incumbent }) => incumbent !== null)!;
      const isNear = first.incumbent! - 1e-3 * Math.abs(first.incumbent!) <= certificate!.costUsd;
      expect(goesOn).toBe(!isNear);
      if (isNear) ended++;
      else wentOn++;
    }
    expect(ended).toBeGreaterThan(0);
    expect(wentOn).toBeGreaterThan(0);
  });

  it('told to stop once it has a plan it answers with one that is no dearer, and begins nothing new', async () => {
    let stopped = 0;
    for (let seed = 0; seed < fuzzCount(24, 4); seed++) {
      const { problem } = randomGeoProblem(seed, { ...NODES, nodesPerType: 20, centres: 2, taskTypes: 2, epochs: 2 });
      const { control, seen } = recording(({ incumbent }) => incumbent !== null);
      const { allocation, stoppedEarly } = await gldLpMethod({ problem, control, random: randomStream(1, 'end') });
      const at = seen.findIndex(({ incumbent }) => incumbent !== null);
      if (at < 0 || seen[at]!.phase === 'plan') continue;
      stopped++;
      expect(stoppedEarly).toBe(true);
      expect(billOf(problem, allocation!)).toBeLessThanOrEqual(seen[at]!.incumbent! * (1 + 1e-12));
      expect(seen.slice(at).some(({ phase }) => phase === 'share')).toBe(false);
    }
    expect(stopped).toBeGreaterThan(0);
  });
});
