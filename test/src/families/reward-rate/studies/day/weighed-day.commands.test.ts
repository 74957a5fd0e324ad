import { describe, expect, it } from 'vitest';
import type { Epoch } from '../../../../../../src/families/reward-rate/instances/arrivals.js';
import { standbyFaults } from '../../../../../../src/facility/consistency-standby.js';
import { methodNamed } from '../../../../../../src/families/reward-rate/methods/registry.js';
import { checkPlan } from '../../../../../../src/families/reward-rate/check/check-plan.js';
import { modelInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import { type DayRequest, prepareDay, runDay } from '../../../../../../src/families/reward-rate/studies/day/run.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { NO_PARTS } from '../../../../../../src/runs/store/part-store.js';
import { withSleep } from '../../../../../oracle/standby-rooms.js';
import { type TinyFacility, tinyRandom } from '../../../../../oracle/tiny-random.js';
import { bestWakingDay } from '../../../../../oracle/waking-days.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** Days of an everyday run are few: each is three solves and more, and every plan of every epoch tried. */
const DAYS = fuzzCount(250, 6);
/** Length of an epoch, s. */
const EPOCH_S = 600;

/** Room whose nodes may sleep, and take drawn times and energies to wake. */
function roomThatWakes(seed: number): TinyFacility {
  const { instance, matrix } = withSleep(tinyRandom(seed, { mostPlans: 400, cracs: 1, groupNodes: [2, 3] }), seed);
  const draw = randomStream(seed, 'waking').uniform;
  const nodeTypes = instance.facility.nodeTypes.map((type) =>
    type.sleepPowerW === undefined && type.offPowerW === undefined
      ? type
      : { ...type, wakeTimeS: draw(1, EPOCH_S / 2), wakeEnergyJ: type.idlePowerW * draw(0, EPOCH_S) },
  );
  return { matrix, instance: { ...instance, facility: { ...instance.facility, nodeTypes } } };
}

/** Epochs with drawn arrivals and caps. */
function epochsOf({ instance }: TinyFacility, seed: number): Epoch[] {
  const draw = randomStream(seed, 'epochs').uniform;
  return ['one', 'two', 'three'].map((name, e) => {
    const busy = e === 1 || (e === 0 && seed % 2 === 0) ? draw(0, 0.3) : draw(0.5, 1.5);
    const powerCapW = instance.limits.powerCapW * (draw(0, 1) < 0.5 ? 1 : draw(0.6, 1.1));
    const arrivalRatePerS = instance.workload.taskTypes.map((type) => type.arrivalRatePerS * busy);
    return { name, epochS: EPOCH_S, arrivalRatePerS, powerCapW };
  });
}

function inEpoch({ instance, matrix }: TinyFacility, { arrivalRatePerS, powerCapW }: Epoch): TinyFacility {
  const { workload, limits } = instance;
  const taskTypes = workload.taskTypes.map((type, i) => ({ ...type, arrivalRatePerS: arrivalRatePerS[i]! }));
  return {
    matrix,
    instance: { ...instance, workload: { ...workload, taskTypes }, limits: { ...limits, powerCapW: powerCapW! } },
  };
}

describe('days in which waking is weighed', () => {
  it('earn no less than day by epochs, never more than the best of all days or the bound, by plans that pass the checker', async () => {
    const counted = { days: 0, changed: 0, best: 0, aloneBest: 0 };
    for (let seed = 1; seed <= DAYS; seed++) {
      const room = roomThatWakes(seed);
      if (standbyFaults(room.instance.facility).length > 0 || room.instance.limits.powerCapW < 1) continue;
      const epochs = epochsOf(room, seed);
      const ready = prepareDay(modelInMemory(room.instance, room.matrix), '.', epochs, 'epochs');
      if (!ready.ok) throw new Error(JSON.stringify(ready.faults));
      const request: DayRequest = {
        method: methodNamed('config-lp')!,
        naive: false,
        seed: 1,
        engine: 'highs',
        withBound: true,
        sharing: 'never',
        leastPower: 'usual',
        limits: { timeLimitS: null, workLimit: null },
        nowS: () => 0,
        interrupted: () => false,
        onProgress: () => undefined,
        arrivals: 'drawn',
        store: NO_PARTS,
      };
      const { result, plans } = await runDay(request, ready);
      const { ledger } = result;
      expect([seed, ledger.closure.closes, result.epochs.some(({ failure }) => failure !== undefined)]).toEqual([
        seed,
        true,
        false,
      ]);
      for (const [e, plan] of plans.entries()) {
        if (plan === null) continue;
        const { violations, rewardPerS, power } = checkPlan(inEpoch(room, epochs[e]!).instance, room.matrix, plan);
        expect([seed, e, violations, rewardPerS, power.totalW]).toEqual([
          seed,
          e,
          [],
          result.epochs[e]!.objective,
          result.epochs[e]!.power!.totalW,
        ]);
      }
      const best = bestWakingDay(epochs.map((epoch) => ({ room: inEpoch(room, epoch), epochS: EPOCH_S })));
      const room9 = 1e-9 * Math.max(best, 1e-9);
      expect([seed, ledger.reward <= best + room9]).toEqual([seed, true]);
      if (ledger.rewardBound !== null) expect([seed, best <= ledger.rewardBound + room9]).toEqual([seed, true]);
      const alone = ledger.oneByOne ?? { reward: ledger.reward, energyJ: ledger.energy.totalJ };
      const more = ledger.reward - alone.reward;
      const isBetter = more > 0 || (more >= -1.1e-6 * alone.reward && ledger.energy.totalJ <= alone.energyJ);
      expect([seed, isBetter]).toEqual([seed, true]);
      counted.days++;
      if (ledger.oneByOne !== undefined) counted.changed++;
      if (ledger.reward >= best * (1 - 1e-5)) counted.best++;
      if (alone.reward >= best * (1 - 1e-5)) counted.aloneBest++;
    }
    if (process.env['SHOW'] !== undefined) console.log(counted);
    expect(counted.changed).toBeGreaterThan(0.1 * DAYS);
    expect(counted.best).toBeGreaterThan(counted.aloneBest);
  });
});
