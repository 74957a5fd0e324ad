import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evaluateSchedule } from '../../../../../models/families/utility/evaluate.js';
import type { Schedule } from '../../../../../models/families/utility/schedule.js';
import { loadUtilityInstance } from '../../../../../src/families/utility/instances/load.js';
import { bestUnbroken } from '../../../../support/utility/brute-force.js';

function opened(name: string) {
  const loaded = loadUtilityInstance(`instances/utility/${name}.json`);
  if (!loaded.ok || loaded.model === null) throw new Error(JSON.stringify(loaded));
  return { model: loaded.model, known: loaded.instance.knownOptimum! };
}

const HAND = readdirSync('instances/utility').filter((file) => /^(tiny|small)-/.test(file));

describe('instances with optima by hand', () => {
  it('are at least two of each environment, each with its derivation', () => {
    const all = HAND.map((file) => opened(file.replace('.json', '')));
    for (const environment of ['serial', 'parallel', 'preemptive']) {
      expect(all.filter(({ model }) => model.environment === environment).length).toBeGreaterThanOrEqual(2);
    }
    for (const { known } of all) expect(known.derivation.length).toBeGreaterThan(60);
  });

  it.each([
    ['tiny-serial-two-machines', 8.8],
    ['tiny-serial-budget', 4],
    ['tiny-serial-tariff', 4],
    ['tiny-parallel-wide', 6.5],
    ['tiny-parallel-budget', 12],
    ['tiny-preemptive-two-clusters', 4.4],
    ['tiny-preemptive-burst', 9],
    ['small-foresight', 8],
  ])('%s: trying every order, place and start finds %d', (name, utility) => {
    const { model, known } = opened(name);
    expect(known.utility).toBe(utility);
    expect(bestUnbroken(model, []).utility).toBeCloseTo(utility, 9);
  });

  it('small-preemption-pays: without preemption the urgent task alone is worth more than the long one, with it both are earned', () => {
    const { model, known } = opened('small-preemption-pays');
    expect(bestUnbroken(model, []).utility).toBe(8);
    const schedule: Schedule = {
      task: Int32Array.of(0, 1),
      option: Int32Array.of(model.options.first[model.tasks.kind[0]!]!, model.options.first[model.tasks.kind[1]!]!),
      firstPiece: Int32Array.of(0, 2, 3),
      pieceStartS: Float64Array.of(0, 120, 60),
      pieceEndS: Float64Array.of(60, 360, 120),
      node: Int32Array.of(-1, -1, -1),
      dropped: new Int32Array(),
      droppedS: new Float64Array(),
      unfinished: new Int32Array(),
    };
    expect([known.utility, evaluateSchedule(model, schedule).utility]).toEqual([9, 9]);
  });
});
