import { describe, expect, it } from 'vitest';
import { explainOfRewardRate } from '../../../../../src/families/reward-rate/explain.js';
import { checkPlan } from '../../../../../src/families/reward-rate/check/check-plan.js';
import type { Explanation } from '../../../../../src/families/reward-rate/runs/explain/explanation.js';
import { solveOpened } from '../../../../../src/families/reward-rate/runs/solve.js';
import { runDriver } from '../../../../../src/runs/control.js';
import { steadyTemperatures } from '../../../../../src/check/temperatures.js';
import {
  CASES,
  type Kind,
  type Limited,
  limitChecks,
  NAMES,
  opened,
  UNITS,
  valueIn,
} from '../../../../oracle/limits-on-air.js';
import { request } from '../../../../oracle/noisy-rooms.js';
import { RHO_C } from '../../../../oracle/set-point-grid.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';

async function explained(room: TinyFacility, words: Readonly<Record<string, string>>): Promise<Explanation> {
  const nowS = (): number => 0;
  const limits = { timeLimitS: null, workLimit: null };
  const ofRun = { nowS, interrupted: () => false };
  const control = runDriver({ limits, ...ofRun, onProgress: () => undefined });
  const asked = { words, control, limits: () => limits, ...ofRun };
  const answer = await explainOfRewardRate.explain(opened(room), null, asked);
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
  return answer.details as unknown as Explanation;
}

describe('a limit on temperatures or heats, added by one entry of the catalogue and one check,', () => {
  it('is in the list of binding limits of the room and of each room after a failure, where the plan meets it', async () => {
    const [met, far] = [new Set<string>(), new Set<string>()];
    for (const { room, kind, note, survives } of CASES) {
      const { instance, matrix } = room;
      const { where, most } = instance.mostOnAir!;
      const { record, plan } = await solveOpened({ ...(await request()), limitChecks }, opened(room));
      if (plan === null || record.evaluation === null) continue;
      const powersW = Float64Array.from(record.evaluation.zoneNodePowerW);
      const setPointsC = matrix.cracNames.map((name) => plan.setPointsC[name]!);
      const nearness = UNITS[kind] === 'C' ? 1e-3 : 1e-3 * most;
      for (const f of [-1, ...(survives ? matrix.cracNames.keys() : [])]) {
        const place = f < 0 ? where : `${matrix.cracNames[f]!}: ${where}`;
        const state = steadyTemperatures(matrix, setPointsC, powersW, RHO_C, new Set(f < 0 ? [] : [f]))!;
        const value = valueIn(kind, where, matrix, state);
        const told = record.result.binding.filter((one) => one.constraint === NAMES[kind] && one.where === place);
        const name = `${kind} ${f < 0 ? 'at work' : 'failed'}`;
        if (value < most - nearness && told.every(({ marginalValue }) => marginalValue === 0)) {
          far.add(name);
          expect(told, note).toEqual([]);
          continue;
        }
        if (value >= most - nearness) met.add(name);
        expect(told, note).toMatchObject([
          { unit: UNITS[kind], limit: most, value: expect.closeTo(value, 6) as number },
        ]);
      }
    }
    const all = new Set(['exhaust at work', 'exhaust failed', 'heat at work', 'heat failed']);
    expect([met, far]).toEqual([all, all]);
  });

  it('is raised by the cheapest changes of explain by what idle nodes need at the set-points that the other limits allow, with a bound', async () => {
    const raised = new Set<Kind>();
    let halfway = 0;
    for (let seed = 400; seed < 400 + fuzzCount(24, 12); seed++) {
      const kind: Kind = seed % 2 === 0 ? 'exhaust' : 'heat';
      const cooling = { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 };
      const { instance: wide, matrix } = tinyRandom(seed, { cracs: 1, mostPlans: 150, cooling });
      const [name] = matrix.cracNames as [string];
      const { setPointMinC, setPointMaxC } = wide.facility.cracs[0]!;
      const idleOf = (one: typeof wide, setPointC: number) =>
        checkPlan(one, matrix, {
          format: 'plenum.reward-rate-plan',
          formatVersion: 1,
          instance: { name: one.name, sha256: '0'.repeat(64) },
          method: 'by hand',
          claimedRewardPerS: 0,
          setPointsC: { [name]: setPointC },
          assignments: [],
        });
      const grid = Array.from({ length: 201 }, (_, n) => setPointMinC + ((setPointMaxC - setPointMinC) * n) / 200);
      const kept = grid.filter((setPointC) => idleOf(wide, setPointC).violations.length === 0);
      if (kept.length === 0) continue;
      // In every second room idle nodes have as much power as they need halfway up the set-points that limits allow.
      const { totalW } = idleOf(wide, kept[kept.length >> 1]!).power;
      const powerCapW = seed % 4 < 2 ? totalW : wide.limits.powerCapW;
      const instance = { ...wide, limits: { ...wide.limits, powerCapW } };
      const idleAt = (setPointC: number) => idleOf(instance, setPointC);
      const at = grid.findIndex((setPointC) => idleAt(setPointC).violations.length === 0);
      // The coldest set-point that the other limits allow.
      let [low, high] = [grid[Math.max(0, at - 1)]!, grid[at]!];
      for (let n = 0; n < 50; n++) {
        const middle = (low + high) / 2;
        if (idleAt(middle).violations.length === 0) high = middle;
        else low = middle;
      }
      const coldestC = at === 0 ? setPointMinC : high;
      const where = kind === 'heat' ? 'both' : matrix.zones[0]!.rack;
      const needed = valueIn(kind, where, matrix, idleAt(coldestC));
      const most = kind === 'heat' ? 0.83 * needed : needed - 0.374;
      const limited: Limited = { ...instance, mostOnAir: { kind, where, most } };
      const step = kind === 'heat' ? 10 ** (Math.floor(Math.log10(most)) - 3) : 0.01;
      const least = Math.ceil((needed - most) / step - 1e-4) * step;
      const perUnit = kind === 'heat' ? 2 / 1000 : 2;
      const { fixes } = await explained({ matrix, instance: limited }, { prices: `${NAMES[kind]}=2` });
      const [{ changes, price, priceBound }] = fixes as [(typeof fixes)[number]];
      expect(changes, `seed ${seed}`).toMatchObject([{ constraint: NAMES[kind], where, from: most }]);
      expect(changes[0]!.to - most, `seed ${seed}`).toBeCloseTo(least, 4);
      expect(price).toBeCloseTo(perUnit * least, 4);
      expect(priceBound).toBeLessThanOrEqual(price! + 1e-9);
      expect(priceBound).toBeGreaterThan(perUnit * (needed - most) * (1 - 2e-3) - 0.01 * perUnit);
      raised.add(kind);
      if (at > 0 && kind === 'exhaust') halfway++;
    }
    expect(raised).toEqual(new Set(['exhaust', 'heat']));
    expect(halfway).toBeGreaterThan(0);
  });
});
