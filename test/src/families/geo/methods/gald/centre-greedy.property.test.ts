import { describe, expect, it } from 'vitest';
import type { GeoModel } from '../../../../../../models/families/geo/model.js';
import { CentreGreedy, SERVED_SHARE } from '../../../../../../src/families/geo/methods/gald/centre-greedy.js';
import {
  type EfficiencyReading,
  greedyTables,
  mostHaste,
} from '../../../../../../src/families/geo/methods/gald/greedy-tables.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomGeoModel } from '../../../../../support/geo.js';
import { type PlainNode, plainGreedy, powerOf, servedBy, textOf } from './plain-greedy.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const READING: EfficiencyReading = { power: 'node', order: 'relative' };

/** Wishes up to `most` of what a centre can do, tasks/s. */
function wishes(model: GeoModel, capacityPerS: Float64Array, d: number, seed: number, most: number): Float64Array {
  const draw = randomStream(seed, 'wishes').uniform;
  const centres = model.centres.length;
  const scale = draw(0, most) / model.taskNames.length;
  return Float64Array.from(model.taskNames, (_, i) =>
    draw() < 0.15 ? 0 : draw(0.2, 2) * scale * capacityPerS[i * centres + d]!,
  );
}

describe('the greedy heuristic of one centre', () => {
  it('fills the same nodes as one core at a time on single nodes', () => {
    const seen = { short: 0, served: 0, mixed: 0, several: 0, refused: 0 };
    for (let seed = 1; seed <= fuzzCount(150, 150); seed++) {
      const { model } = randomGeoModel(seed, {
        centres: 1,
        epochs: 1,
        nodesPerType: 1 + (seed % 7),
        cores: 1 + (seed % 5),
      });
      const reading: EfficiencyReading = {
        power: seed % 3 === 0 ? 'cores' : 'node',
        order: seed % 2 === 0 ? 'absolute' : 'relative',
      };
      const tables = greedyTables(model, reading, seed % 4 === 0 ? 1 : 0);
      const wished = wishes(model, tables.capacityPerS, 0, seed, 1.3);
      const centre = model.centres[0]!;
      const known = plainGreedy(tables, centre, wished);
      const greedy = new CentreGreedy(tables);
      const filled: PlainNode[] = [];
      const asked = greedy.fill(centre, wished, (type, cores, nodes) => {
        for (let n = 0; n < nodes; n++) filled.push({ type, cores: [...cores], closed: true });
        if (nodes > 1) seen.several++;
      });
      expect(textOf(filled), `seed ${seed}`).toEqual(textOf(known));
      const served = servedBy(tables, known);
      const power = powerOf(tables, centre, known);
      for (const [i, rate] of served.entries()) {
        expect(Math.abs(greedy.servedPerS[i]! - rate)).toBeLessThanOrEqual(1e-12 * (1 + rate));
      }
      for (const [j, powerW] of power.entries()) {
        expect(Math.abs(greedy.nodePowerW[j]! - powerW)).toBeLessThanOrEqual(1e-9 * powerW);
        expect(greedy.awake[j]).toBe(known.filter(({ type }) => type === j).length);
      }
      expect(asked).toBe(served.every((rate, i) => rate >= wished[i]! * SERVED_SHARE));
      seen[asked ? 'served' : 'short']++;
      if (known.some(({ cores }) => cores.filter((count) => count > 0).length > 1)) seen.mixed++;
      const sizes = model.nodeTypes.map(({ cores }) => cores);
      if (known.some(({ closed, type, cores }) => closed && cores.reduce((a, b) => a + b, 0) < sizes[type]!)) {
        seen.refused++;
      }
    }
    expect(Object.entries(seen).filter(([, count]) => count < 3)).toEqual([]);
  });

  it('takes the P-state of most tasks per joule of a full node, co-located, above its sleep', () => {
    const { model } = randomGeoModel(3, { centres: 1, epochs: 1, pStates: 3, cores: 3, colocation: 'none' });
    for (const { type, local, choice, efficiency, fullRatePerS, fill } of greedyTables(model, READING).pairs) {
      const { staticW, sleepW, tasks } = model.nodeTypes[type]!;
      const { timeS, powerW } = tasks[local]!;
      const perJoule = Array.from(timeS, (s, p) => 3 / s / (staticW - sleepW + 3 * powerW[p]!));
      expect(fill).toBe(3);
      expect(fullRatePerS).toBeCloseTo(3 / timeS[choice]!, 12);
      expect(efficiency).toBeCloseTo(Math.max(...perJoule), 12);
    }
  });

  it('comes to the fastest P-states with most haste, and no further', () => {
    const { model } = randomGeoModel(5, { pStates: 3, nodeTypes: 2, taskTypes: 3 });
    const most = mostHaste(model, READING);
    expect(greedyTables(model, READING, most).pairs.every(({ choice }) => choice === 0)).toBe(true);
    if (most > 0) {
      expect(greedyTables(model, READING, most - 1).pairs.some(({ choice }) => choice > 0)).toBe(true);
    }
    const idle = greedyTables(model, READING).pairs.map(({ choice }) => choice);
    expect(Math.max(...idle)).toBe(most);
  });
});
