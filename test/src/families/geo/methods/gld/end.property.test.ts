import { describe, expect, it } from 'vitest';
import { gldLpMethod } from '../../../../../../src/families/geo/methods/gld/gld-lp.js';
import { billOf } from '../../../../../../src/families/geo/methods/gld/sharing.js';
import { type RunControl, UNLIMITED } from '../../../../../../src/methods/control.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { randomGeoModel, type RandomGeoOptions } from '../../../../../support/geo.js';

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
  it('a plan within 0.1 % of the bound is the answer; from any other rounding goes on', async () => {
    let ended = 0;
    let wentOn = 0;
    for (let seed = 0; seed < fuzzCount(24, 4); seed++) {
      const { model } = randomGeoModel(seed, { ...NODES, nodesPerType: seed % 2 === 0 ? 20 : 400, epochs: 2 });
      const { control, seen } = recording(() => false);
      const { allocation, certificate } = await gldLpMethod({ model, control, random: randomStream(1, 'end') });
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
      const { model } = randomGeoModel(seed, { ...NODES, nodesPerType: 20, centres: 2, taskTypes: 2, epochs: 2 });
      const { control, seen } = recording(({ incumbent }) => incumbent !== null);
      const { allocation, stoppedEarly } = await gldLpMethod({ model, control, random: randomStream(1, 'end') });
      const at = seen.findIndex(({ incumbent }) => incumbent !== null);
      if (at < 0 || seen[at]!.phase === 'plan') continue;
      stopped++;
      expect(stoppedEarly).toBe(true);
      expect(billOf(model, allocation!)).toBeLessThanOrEqual(seen[at]!.incumbent! * (1 + 1e-12));
      const shares = seen.slice(at).some(({ phase }) => phase === 'share');
      expect(shares && seen[at]!.phase !== 'share').toBe(false);
    }
    expect(stopped).toBeGreaterThan(0);
  });
});
