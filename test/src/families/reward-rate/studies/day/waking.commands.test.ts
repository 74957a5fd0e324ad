import { describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../../models/problems/reward-rate/instance.js';
import { influenceMatrixOf } from '../../../../../../src/facility/influence.js';
import { heldBy } from '../../../../../../src/facility/held-facility.js';
import type { Epoch } from '../../../../../../src/families/reward-rate/instances/arrivals.js';
import { tinyInstances } from '../../../../../../src/families/reward-rate/instances/tiny.js';
import { methodNamed } from '../../../../../../src/families/reward-rate/methods/registry.js';
import { dayCsv } from '../../../../../../src/families/reward-rate/report/day-csv.js';
import { renderDayReport } from '../../../../../../src/families/reward-rate/report/day-report.js';
import { dayText } from '../../../../../../src/families/reward-rate/report/day-summary.js';
import { problemInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import { NO_PARTS } from '../../../../../../src/runs/store/part-store.js';
import { type Day, prepareDay, runDay } from '../../../../../../src/families/reward-rate/studies/day/run.js';

/** tiny-sleep under a cap of 250 W, its nodes taking so long and so much to wake. */
function room(wakeTimeS?: number, wakeEnergyJ?: number): RewardRateInstance {
  const instance = tinyInstances().find(({ name }) => name === 'tiny-sleep')!;
  const nodeTypes = instance.facility.nodeTypes.map((type) => ({ ...type, wakeTimeS, wakeEnergyJ }));
  return {
    ...instance,
    facility: { ...instance.facility, nodeTypes },
    limits: { ...instance.limits, powerCapW: 250 },
  };
}

const night: Epoch = { name: 'night', epochS: 1800, arrivalRatePerS: [0] };
const morning: Epoch = { name: 'morning', epochS: 1800, arrivalRatePerS: [1] };

function prepared(instance: RewardRateInstance, epochs: readonly Epoch[]): ReturnType<typeof prepareDay> {
  const influence = influenceMatrixOf(heldBy(instance), '.');
  if (!influence.ok) throw new Error(JSON.stringify(influence.problems));
  return prepareDay(problemInMemory(instance, influence.matrix), '.', epochs, 'epochs');
}

async function day(instance: RewardRateInstance, epochs: readonly Epoch[]): Promise<Day> {
  const ready = prepared(instance, epochs);
  if (!ready.ok) throw new Error(JSON.stringify(ready.problems));
  return runDay(
    {
      ...{ method: methodNamed('config-lp')!, naive: false, seed: 1, engine: 'highs', withBound: true },
      limits: { timeLimitS: null, workLimit: null },
      ...{ nowS: () => 0, interrupted: () => false, onProgress: () => undefined },
      ...{ arrivals: 'by hand', store: NO_PARTS },
    },
    ready,
  );
}

describe('nodes that wake in a day', () => {
  // Eight cores at 2 GHz do 0.8 tasks/s, worth 4 reward/s; 120 W of nodes and, at a CoP of 4, 30 W of cooling.
  it('lose the work of their waking and draw its energy with its cooling', async () => {
    const { result, plans } = await day(room(60, 3000), [night, morning]);
    const [first, second] = result.epochs;
    expect(first!.waking).toBeUndefined();
    expect(plans.map((plan) => plan!.standby?.[0]?.nodes)).toEqual([2, undefined]);
    // 48 tasks of 5; 6,000 J in nodes and 1,500 J in cooling; 100 W for a minute, and 25 W.
    const { nodes, energyJ, rewardLost, mostW } = second!.waking!;
    expect(nodes).toBe(2);
    expect(energyJ).toBeCloseTo(7500, 3);
    expect(rewardLost).toBeCloseTo(240, 6);
    expect(mostW).toBeCloseTo(275, 3);
    expect(second!.reward).toBeCloseTo(4 * 1800 - 240, 6);
    expect(second!.tasks[0]!.completed).toBeCloseTo(0.8 * 1800 - 48, 6);
    expect(second!.tasks[0]!.lost).toBeCloseTo(0.2 * 1800 + 48, 6);
    expect(second!.energy!.totalJ).toBeCloseTo(150 * 1800 + 7500, 2);
    expect(second!.warnings.join(' ')).toMatch(/2 nodes wake at once.*0\.025 kW more than the cap/);
    const { ledger } = result;
    expect(ledger.closure.closes).toBe(true);
    expect(ledger.waking).toEqual({ nodes, energyJ, rewardLost });
    expect(ledger.reward).toBeCloseTo(6960, 6);
    expect(ledger.gap).toBeCloseTo(240 / 7200, 4);
    expect(dayText(result)).toMatch(/waking +2 nodes.*240.* reward less/);
    expect(dayCsv(result).split('\n')[2]).toMatch(/,2,7500(\.\d+)?,240(\.\d+)?\r?$/);
    expect(renderDayReport(result)).toContain('Waking nodes, at most');
  });

  it('cost nothing where they take no time, fall asleep, or are awake from the first epoch', async () => {
    for (const [instance, epochs] of [
      [room(), [night, morning]],
      [room(60, 3000), [morning, night]],
      [room(60, 3000), [morning, morning]],
    ] as const) {
      const { result } = await day(instance, epochs);
      expect(result.epochs.map(({ waking }) => waking)).toEqual([undefined, undefined]);
      expect(result.ledger.waking).toBeUndefined();
      expect(result.ledger.energy.wakingJ).toBeUndefined();
      expect(result.ledger.closure.closes).toBe(true);
      expect(dayText(result)).not.toContain('waking');
    }
  });

  it('are refused in epochs that end before they are awake', () => {
    const ready = prepared(room(2000), [night, morning]);
    expect(ready).toMatchObject({ ok: false });
    expect(ready.ok ? [] : ready.problems.map(({ path, value }) => [path, value])).toEqual([
      ['epoch night, epochS', 1800],
      ['epoch morning, epochS', 1800],
    ]);
  });
});
