import { describe, expect, it } from 'vitest';
import type { DistinctSettings } from '../../../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import { METHODS } from '../../../../../src/families/reward-rate/methods/registry.js';
import { modelInMemory, openModel } from '../../../../../src/families/reward-rate/runs/open.js';
import { solveOpened, type Solved } from '../../../../../src/families/reward-rate/runs/solve.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { bruteForce, multisets, type NodeOption, type Oracle, oracle } from '../../../../oracle/brute-force.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { NODE_TYPES, smallInstance, TASK_TYPES, writeInstance } from '../../../../support/small-instance.js';

const highs = loadHighs();
/** Rooms of an everyday run are few: every choice of settings is tried, and every plan with it. */
const ROOMS = fuzzCount(300, 12);

async function solved({ instance, matrix }: TinyFacility, name = 'config-lp', leastPower?: 'usual'): Promise<Solved> {
  return solveOpened(
    {
      method: METHODS.find((method) => method.name === name)!,
      naive: false,
      seed: 1,
      engine: 'highs',
      withBound: true,
      started: await highs,
      ...(leastPower === undefined ? {} : { leastPower }),
      limits: { timeLimitS: null, workLimit: null },
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    },
    modelInMemory(instance, matrix),
  );
}

function limited({ instance, matrix }: TinyFacility, distinctSettings: DistinctSettings): TinyFacility {
  return { matrix, instance: { ...instance, limits: { ...instance.limits, distinctSettings } } };
}

/** Oracle whose nodes do only what is allowed in their zone. */
function restricted(full: Oracle, allowed: (zone: number) => readonly NodeOption[]): Oracle {
  return {
    ...full,
    zones: full.zones.map((zone, z) => {
      const node = allowed(z);
      return {
        ...zone,
        node,
        zone: multisets(node.length, zone.nodeCount).map((chosen) => ({
          ratePerS: node[0]!.ratePerS.map((_, i) => chosen.reduce((sum, n) => sum + node[n]!.ratePerS[i]!, 0)),
          coreW: chosen.reduce((sum, n) => sum + node[n]!.coreW, 0),
          uniform: chosen.every((n) => node[n]!.uniform),
          cores: chosen.flatMap((n) => node[n]!.cores),
        })),
      };
    }),
  };
}

/** The best plan with at most `most` settings in the room, by trying every choice of them; null where there is none. */
function bestInRoom(full: Oracle, most: number): number | null {
  const idle = (z: number): NodeOption => full.zones[z]!.node.find(({ cores }) => cores.length === 0)!;
  const works = [...new Set(full.zones.map(({ node }) => node))].flatMap((node) =>
    node.filter(({ cores }) => cores.length > 0),
  );
  let best: number | null = null;
  for (const chosen of multisets(works.length, most)) {
    const settings = chosen.map((n) => works[n]!);
    const found = bruteForce(
      restricted(full, (z) => [idle(z), ...new Set(settings.filter((one) => full.zones[z]!.node.includes(one)))]),
    ).best;
    if (found !== null) best = Math.max(best ?? 0, found.rewardPerS);
  }
  return best;
}

/** Number of different settings in each rack and in the room, counted from the plan file's text alone. */
function settingsOf({ matrix }: TinyFacility, plan: RewardRatePlan): { readonly rack: number; readonly room: number } {
  const racks = new Map<string, Set<string>>();
  for (const { zone, cores } of plan.assignments) {
    const { rack, nodeType } = matrix.zones.find(({ name }) => name === zone)!;
    const text = `${nodeType} ${JSON.stringify(cores)}`;
    racks.set(rack, (racks.get(rack) ?? new Set()).add(text));
  }
  const all = new Set([...racks.values()].flatMap((own) => [...own]));
  return { rack: Math.max(0, ...[...racks.values()].map((own) => own.size)), room: all.size };
}

describe('rooms with limits on different settings', () => {
  it('have plans that keep them, under a bound that no such plan exceeds, near the best one', async () => {
    const counted = { feasible: 0, dearer: 0, best: 0, worst: 0, sum: 0 };
    for (let seed = 1; seed <= ROOMS; seed++) {
      const room = tinyRandom(seed, { mostPlans: 4000, cracs: 1, groupNodes: [1, 3] });
      const most = seed % 4 === 0 ? 2 : 1;
      const { plan, record } = await solved(limited(room, { room: most }));
      const { bound, objective, violations, termination, distinctSettings } = record.result;
      const best = bestInRoom(oracle(room.instance, room.matrix), most);
      expect([seed, plan !== null]).toEqual([seed, best !== null]);
      if (plan === null) continue;
      counted.feasible++;
      expect([seed, termination === 'failed', violations]).toEqual([seed, false, []]);
      expect([seed, settingsOf(room, plan).room <= most]).toEqual([seed, true]);
      expect([seed, distinctSettings!.used]).toEqual([seed, settingsOf(room, plan)]);
      expect([seed, bound! >= best! * (1 - 1e-9) - 1e-12]).toEqual([seed, true]);
      expect([seed, objective! <= best! * (1 + 1e-9) + 1e-12]).toEqual([seed, true]);
      const { withoutLimit, lost } = distinctSettings!;
      expect(lost).toBeCloseTo(Math.max(0, withoutLimit.objective - objective!), 12);
      const behind = best! > 0 ? 1 - objective! / best! : 0;
      counted.worst = Math.max(counted.worst, behind);
      counted.sum += behind;
      if (behind < 1e-9) counted.best++;
      if (lost > 1e-6 * withoutLimit.objective) counted.dearer++;
    }
    if (process.env['SHOW'] !== undefined) console.log(counted);
    expect(counted.feasible).toBeGreaterThan(0.5 * ROOMS);
    expect(counted.best).toBeGreaterThan(0.5 * counted.feasible);
    expect(counted.dearer).toBeGreaterThan(0);
  });

  it('keep those of racks, with one CRAC and two', async () => {
    let feasible = 0;
    for (let seed = 1; seed <= fuzzCount(6); seed++) {
      const room = tinyRandom(seed, { cracs: 1 + (seed % 2) });
      const { plan, record } = await solved(limited(room, { rack: 1, room: 2 }));
      if (plan === null) continue;
      feasible++;
      expect([seed, record.result.violations]).toEqual([seed, []]);
      const { rack, room: inRoom } = settingsOf(room, plan);
      expect([seed, rack <= 1, inRoom <= 2]).toEqual([seed, true, true]);
    }
    expect(feasible).toBeGreaterThan(2);
  });

  it('have their power beside a proven least one, and in some draw less than without the stage of least power', async () => {
    const counted = { plans: 0, leaner: 0 };
    for (let seed = 1; seed <= fuzzCount(60); seed++) {
      const drawn = tinyRandom(seed, { cracs: 1, groupNodes: [1, 4], mostPlans: 20_000 });
      const slack = drawn.instance.workload.taskTypes.map((task) => ({
        ...task,
        arrivalRatePerS: task.arrivalRatePerS / 2,
      }));
      const room = {
        ...drawn,
        instance: { ...drawn.instance, workload: { ...drawn.instance.workload, taskTypes: slack } },
      };
      const few = limited(room, { room: 1, rack: 1 });
      const plain = await solved(few);
      const lean = await solved(few, 'config-lp', 'usual');
      if (lean.plan === null || lean.record.result.distinctSettings!.lost === 0) continue;
      const { violations, leastPower, objective } = lean.record.result;
      expect([seed, violations]).toEqual([seed, []]);
      const { powerW, boundW, rewardPerS } = leastPower!;
      expect([seed, powerW]).toEqual([seed, lean.record.evaluation!.power.totalW]);
      expect([seed, boundW <= powerW, objective! >= rewardPerS]).toEqual([seed, true, true]);
      counted.plans++;
      if (plain.record.result.objective! < objective! * (1 - 1e-9)) continue;
      const before = plain.record.evaluation!.power.totalW;
      // The free run's plan of least power may lead to another plan of few settings: compared where rewards are the same.
      if (Math.abs(plain.record.result.objective! - objective!) <= 1e-6 * objective! && powerW < before * (1 - 1e-6))
        counted.leaner++;
    }
    expect(counted.plans).toBeGreaterThan(1);
    expect(counted.leaner).toBeGreaterThan(0);
  });

  it('keep those of rows, a row of all racks earning what the room does, and one of each rack what racks do', async () => {
    let lower = 0;
    for (let seed = 1; seed <= fuzzCount(40); seed++) {
      const room = tinyRandom(seed, { cracs: 1, groupNodes: [1, 3], mostPlans: 4000 });
      const racks = [...new Set(room.matrix.zones.map(({ rack }) => rack))];
      const inRow = await solved(limited(room, { row: 1, rows: [{ name: 'A', racks }] }));
      const inRoom = await solved(limited(room, { room: 1 }));
      const inRows = await solved(
        limited(room, { row: 1, rows: racks.map((rack) => ({ name: rack, racks: [rack] })) }),
      );
      const inRacks = await solved(limited(room, { rack: 1 }));
      if (inRow.plan === null) continue;
      expect([seed, inRow.record.result.violations]).toEqual([seed, []]);
      expect([seed, settingsOf(room, inRow.plan).room <= 1]).toEqual([seed, true]);
      expect([seed, inRow.record.result.distinctSettings!.used.row]).toEqual([seed, settingsOf(room, inRow.plan).room]);
      expect([seed, inRow.record.result.objective]).toEqual([seed, inRoom.record.result.objective]);
      expect([seed, inRows.record.result.objective]).toEqual([seed, inRacks.record.result.objective]);
      if (inRow.record.result.objective! < inRacks.record.result.objective! * (1 - 1e-6)) lower++;
    }
    expect(lower).toBeGreaterThan(0);
  });

  it.each(METHODS.map(({ name }) => [name, !['lp', 'nlp', 'ga'].includes(name)] as const))(
    '%s keeps them or says which methods do (%s)',
    async (name, keeps) => {
      const { plan, record } = await solved(limited(tinyRandom(3, { cracs: 1 }), { room: 1 }), name);
      expect(plan !== null).toBe(keeps);
      if (keeps) expect(record.result.violations).toEqual([]);
      else expect(record.result.warnings[0]).toContain('use config-lp, config-ls, greedy, greedy-power');
    },
  );

  it('of nodes of two types are two, though their cores run the same', async () => {
    const [type] = NODE_TYPES;
    const instance = smallInstance({
      facility: { nodeTypes: ['E', 'F'].map((name) => ({ ...type!, name, tasks: [type!.tasks[0]!] })) },
      taskTypes: [{ ...TASK_TYPES[0]!, arrivalRatePerS: 100 }],
      limits: { powerCapW: 1000, redLineC: 80, distinctSettings: { room: 2 } },
    });
    const opened = openModel(writeInstance(instance).file);
    if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
    const { distinctSettings, objective } = (await solved(opened)).record.result;
    // Six cores of 1 / 8 tasks/s, worth 4 each.
    expect(objective).toBeCloseTo(3, 9);
    expect(distinctSettings!.used).toEqual({ rack: 1, room: 2 });
  });
});
