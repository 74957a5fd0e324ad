import { describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import { influenceMatrixOf } from '../../../../../../src/facility/influence.js';
import { heldBy } from '../../../../../../src/facility/held-facility.js';
import type { Epoch } from '../../../../../../src/families/reward-rate/instances/arrivals.js';
import { visibleText } from '../../../../../fixtures/report/visible-text.js';
import { tinyInstances } from '../../../../../support/bundled.js';
import { methodNamed } from '../../../../../../src/families/reward-rate/methods/registry.js';
import { dayCsv } from '../../../../../../src/families/reward-rate/report/day-csv.js';
import { renderDayReport } from '../../../../../../src/families/reward-rate/report/day-report.js';
import { dayText } from '../../../../../../src/families/reward-rate/report/day-summary.js';
import { modelInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import { NO_PARTS, type PartStore } from '../../../../../../src/runs/store/part-store.js';
import {
  type Day,
  type DayRequest,
  prepareDay,
  runDay,
} from '../../../../../../src/families/reward-rate/studies/day/run.js';

/** tiny-sleep under a cap of 250 W, its nodes taking so long and so much to wake. */
function room(wakeTimeS?: number, wakeEnergyJ?: number): RewardRateInstance {
  const instance = tinyInstances().find(({ name }) => name === 'tiny-sleep')!;
  const nodeTypes = instance.facility.nodeTypes.map((type) => ({ ...type, wakeTimeS, wakeEnergyJ }));
  return { ...instance, facility: { ...instance.facility, nodeTypes }, limits: { ...instance.limits, powerCapW: 250 } };
}

const night: Epoch = { name: 'night', epochS: 1800, arrivalRatePerS: [0] };
/** Night whose cap no node may pass that is on: one and its cooling draw 26 W, both on standby 2.5 W. */
const dark: Epoch = { ...night, name: 'dark', powerCapW: 20 };
const morning: Epoch = { name: 'morning', epochS: 1800, arrivalRatePerS: [1] };

function prepared(instance: RewardRateInstance, epochs: readonly Epoch[]): ReturnType<typeof prepareDay> {
  const influence = influenceMatrixOf(heldBy(instance), '.');
  if (!influence.ok) throw new Error(JSON.stringify(influence.faults));
  return prepareDay(modelInMemory(instance, influence.matrix), '.', epochs, 'epochs');
}

async function day(
  instance: RewardRateInstance,
  epochs: readonly Epoch[],
  more: Partial<DayRequest> = {},
): Promise<Day> {
  const ready = prepared(instance, epochs);
  if (!ready.ok) throw new Error(JSON.stringify(ready.faults));
  return runDay(
    {
      method: methodNamed('config-lp')!,
      naive: false,
      seed: 1,
      engine: 'highs',
      withBound: true,
      limits: { timeLimitS: null, workLimit: null },
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
      arrivals: 'by hand',
      store: NO_PARTS,
      ...more,
    },
    ready,
  );
}

/** Page of a day. */
function pageOf(instance: RewardRateInstance, { result, plans }: Day): string {
  const influence = influenceMatrixOf(heldBy(instance), '.');
  if (!influence.ok) throw new Error(JSON.stringify(influence.faults));
  return renderDayReport(result, { instance, matrix: influence.matrix, plans });
}

/** Number of nodes on standby by epoch. */
function asleep(plans: Day['plans']): number[] {
  return plans.map((plan) => (plan?.standby ?? []).reduce((sum, { nodes }) => sum + nodes, 0));
}

describe('nodes that wake in a day', () => {
  // Eight cores at 2 GHz do 0.8 tasks/s, worth 4 reward/s; 120 W of nodes and, at a CoP of 4, 30 W of cooling.
  it('lose the work of their waking and draw its energy with its cooling', async () => {
    const { result, plans } = await day(room(60, 3000), [dark, morning]);
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
    expect(second!.warnings.join(' ')).toMatch(/2 nodes wake at once.*25\.00 W more than the cap/);
    const { ledger } = result;
    expect(ledger.closure.closes).toBe(true);
    expect(ledger.waking).toEqual({ nodes, energyJ, rewardLost });
    expect(ledger.reward).toBeCloseTo(6960, 6);
    expect(ledger.gap).toBeCloseTo(240 / 7200, 4);
    expect(dayText(result)).toMatch(/waking +2 nodes at .*240.* reward less/);
    expect(dayCsv(result).split('\n')[2]).toMatch(/,2,7500(\.\d+)?,240(\.\d+)?\r?$/);
    const page = pageOf(room(60, 3000), { result, plans });
    expect(page).toContain('Waking nodes, at most');
    // What to apply comes first: by epoch the nodes on standby and the set-points, and what the racks run.
    const apply = visibleText(`<body>${/<section id="apply"[^]*?<\/section>/.exec(page)![0]}`);
    expect(apply).toMatch(/^1What to apply\n✓ 2 epochs of 2 with a feasible plan\n/);
    expect(apply).toMatch(/\ndark \| 2 \| \d\d\.\d{5}\u00a0°C \|\nmorning \| 0 \| /);
    expect(apply).toMatch(/Racks and their settings, dark\n[^]*switched off[^]*Racks and their settings, morning\n/);
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

  // Awake and idle both nodes and their cooling draw 50 W for 1,800 s, on standby 2.5 W; waking costs 7,500 J.
  it('stay awake where waking loses reward and the night allows it', async () => {
    const { result, plans } = await day(room(60, 3000), [night, morning]);
    expect(asleep(plans)).toEqual([0, 0]);
    const { ledger, epochs } = result;
    expect(ledger.reward).toBeCloseTo(7200, 6);
    expect(ledger.energy.totalJ).toBeCloseTo(50 * 1800 + 150 * 1800, 2);
    expect(ledger.waking).toBeUndefined();
    expect(ledger.gap).toBeCloseTo(0, 9);
    expect(ledger.oneByOne).toMatchObject({ wakingNodes: 2 });
    expect(ledger.oneByOne!.reward).toBeCloseTo(6960, 6);
    expect(ledger.oneByOne!.energyJ).toBeCloseTo(2.5 * 1800 + 150 * 1800 + 7500, 2);
    expect(epochs[0]).toMatchObject({ onStandby: 0, alone: { objective: 0, onStandby: 2 } });
    expect(epochs[0]!.alone!.powerW).toBeCloseTo(2.5, 6);
    expect(epochs[0]!.power!.totalW).toBeCloseTo(50, 6);
    expect(epochs[1]!.alone).toBeUndefined();
    expect(dayText(result)).toMatch(/one by one +.*6960.*2 nodes/);
    expect(dayCsv(result).split('\n')[1]).toMatch(/,0,2\.(5|49999)\d*,2\r?$/);
    expect(pageOf(room(60, 3000), { result, plans })).toContain('when planned without regard to waking');
  });

  it('wake an epoch early where that takes less energy than a night awake', async () => {
    const { result, plans } = await day(room(60, 3000), [night, night, morning]);
    expect(asleep(plans)).toEqual([2, 0, 0]);
    const { ledger } = result;
    expect(ledger.reward).toBeCloseTo(7200, 6);
    expect(ledger.waking!.nodes).toBe(2);
    expect(ledger.waking!.rewardLost).toBe(0);
    expect(ledger.energy.totalJ).toBeCloseTo(2.5 * 1800 + 7500 + 50 * 1800 + 150 * 1800, 2);
  });

  it('stay awake all night where waking takes more energy', async () => {
    // 85.5 kJ are what a night awake takes more; waking takes 125 kJ.
    const { result, plans } = await day(room(60, 50_000), [morning, night, night, morning]);
    expect(asleep(plans)).toEqual([0, 0, 0, 0]);
    expect(result.ledger.reward).toBeCloseTo(14_400, 6);
    const cheap = await day(room(60, 3000), [morning, night, night, morning]);
    expect(asleep(cheap.plans)).toEqual([0, 2, 0, 0]);
  });

  it('are weighed in money where money counts', async () => {
    const prices = { rewardUsd: 1e-4, energyUsdPerKWh: 0.1, carbonUsdPerT: 0, carbonGPerKWh: 0 };
    // 85.5 kJ are 0.002375 USD; 240 reward are 0.024 USD.
    const dear = await day(room(60, 3000), [morning, night, morning], { prices });
    expect(asleep(dear.plans)).toEqual([0, 0, 0]);
    // 2 s of work are 8 reward, 0.0008 USD, and 7.5 kJ are 0.00021 USD: less than 0.002375.
    const short = await day(room(2, 3000), [morning, night, morning], { prices });
    expect(asleep(short.plans)).toEqual([0, 2, 0]);
    const kWh = (2 * 150 * 1800 + 2.5 * 1800 + 7500) / 3.6e6;
    expect(short.result.ledger.money!.usd).toBeCloseTo((14_400 - 8) * 1e-4 - 0.1 * kWh, 8);
    expect(short.result.ledger.oneByOne).toBeUndefined();
  });

  it('make the same day when it is taken up again, and plans made for the day are no epochs of it', async () => {
    const kept = new Map<string, string>();
    const counted: boolean[] = [];
    const store: PartStore = {
      read: (digest, isBeside = false) => {
        const part = kept.get(digest);
        if (part !== undefined) counted.push(!isBeside);
        return part === undefined ? null : (JSON.parse(part) as unknown);
      },
      keep: (digest, part) => kept.set(digest, JSON.stringify(part)),
    };
    const first = await day(room(60, 3000), [night, morning], { store });
    // Two epochs, and the morning in which both nodes stay off.
    expect(kept.size).toBe(3);
    expect(counted).toEqual([]);
    const again = await day(room(60, 3000), [night, morning], { store });
    expect(counted.filter(Boolean)).toHaveLength(2);
    expect(counted).toHaveLength(3);
    expect(again.plans).toEqual(first.plans);
    expect(again.result).toEqual({ ...first.result, epochsResumed: 2 });
  });

  it('are counted, not weighed, where the day is interrupted meanwhile', async () => {
    let solved = 0;
    const interrupted = await day(room(60, 3000), [night, morning], {
      store: {
        read: () => null,
        keep: () => {
          solved++;
        },
      },
      // Both epochs are done.
      interrupted: () => solved >= 2,
    });
    expect(asleep(interrupted.plans)).toEqual([2, 0]);
    expect(interrupted.result.ledger.waking).toMatchObject({ nodes: 2 });
    expect(interrupted.result.ledger.oneByOne).toBeUndefined();
  });

  it('are refused in epochs that end before they are awake', () => {
    const ready = prepared(room(2000), [night, morning]);
    expect(ready).toMatchObject({ ok: false });
    expect(ready.ok ? [] : ready.faults.map(({ path, value }) => [path, value])).toEqual([
      ['epoch night, epochS', 1800],
      ['epoch morning, epochS', 1800],
    ]);
  });
});
