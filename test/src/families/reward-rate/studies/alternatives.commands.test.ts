import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import { withStandby } from '../../../../../models/families/reward-rate/standby.js';
import { checkPlan } from '../../../../../src/families/reward-rate/check/check-plan.js';
import { METHODS } from '../../../../../src/families/reward-rate/methods/registry.js';
import type { AlternativesRecord, Criterion } from '../../../../../src/families/reward-rate/runs/alternatives.js';
import { modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import { solveOpened } from '../../../../../src/families/reward-rate/runs/solve.js';
import {
  type Alternatives,
  findAlternatives,
} from '../../../../../src/families/reward-rate/studies/alternatives/alternatives.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { withSleep } from '../../../../oracle/standby-rooms.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { check, solve } from '../../../../../src/library/index.js';
import { accepted } from '../../../../support/accepted.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

const highs = loadHighs();
/** Rooms of an everyday run are few: each is solved, and hundreds of plans of it judged. */
const ROOMS = fuzzCount(1000, 30);

async function best({ instance, matrix }: TinyFacility): Promise<RewardRatePlan | null> {
  const { plan, record } = await solveOpened(
    {
      method: METHODS[0]!,
      naive: false,
      seed: 1,
      engine: 'highs',
      withBound: false,
      started: await highs,
      limits: { timeLimitS: null, workLimit: null },
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    },
    modelInMemory(instance, matrix),
  );
  return record.result.feasible ? plan : null;
}

function found({ instance, matrix }: TinyFacility, plan: RewardRatePlan, most = 4): Alternatives {
  const model = withStandby(modelInMemory(instance, matrix).model);
  return findAlternatives({ instance, matrix, model, plan, constraints: [] }, most, () => false);
}

/** Figure of a plan by its definition in docs/reward-rate/alternatives.md, written out again. */
function figure({ instance, matrix }: TinyFacility, plan: RewardRatePlan, criterion: Criterion): number {
  const { zoneInletC, zoneNodePowerW } = checkPlan(instance, matrix, plan);
  const ofZone = new Map(matrix.zones.map((zone) => [zone.name, zone]));
  if (criterion === 'coolest') return Math.max(...zoneInletC);
  if (criterion === 'fewestNodesOn') {
    const off = (plan.standby ?? []).reduce((sum, { nodes }) => sum + nodes, 0);
    return matrix.zones.reduce((sum, { nodeCount }) => sum + nodeCount, 0) - off;
  }
  if (criterion === 'mostEven') {
    const racks = [...new Set(matrix.zones.map(({ rack }) => rack))];
    const powers = racks.map((rack) =>
      matrix.zones.reduce((sum, zone, b) => sum + (zone.rack === rack ? zoneNodePowerW[b]! : 0), 0),
    );
    const mean = powers.reduce((sum, own) => sum + own, 0) / powers.length;
    return Math.sqrt(powers.reduce((sum, own) => sum + (own - mean) ** 2, 0) / powers.length);
  }
  const settings = new Set((plan.standby ?? []).map(({ state }) => state as string));
  const used = new Map<string, number>();
  for (const { zone, nodes, cores, shares = [{ share: 1, cores: cores! }] } of plan.assignments) {
    used.set(zone, (used.get(zone) ?? 0) + nodes);
    if (shares.reduce((sum, { share }) => sum + share, 0) < 1 - 1e-9) settings.add('idle');
    for (const one of shares) {
      const busy = one.cores.flatMap(({ count, slices }) =>
        Array.from({ length: count }, () =>
          JSON.stringify(
            slices
              .filter(({ fraction }) => fraction > 0)
              .map(({ taskType, pState, fraction }) => [taskType, pState, fraction]),
          ),
        ).filter((text) => text !== '[]'),
      );
      settings.add(busy.length === 0 ? 'idle' : `${ofZone.get(zone)!.nodeType} ${busy.sort().join(' ')}`);
    }
  }
  for (const { zone, nodes } of plan.standby ?? []) used.set(zone, (used.get(zone) ?? 0) + nodes);
  if (matrix.zones.some(({ name, nodeCount }) => (used.get(name) ?? 0) < nodeCount)) settings.add('idle');
  return settings.size;
}

describe('alternatives', () => {
  it('are feasible by the checker, earn 99.9 % of the best and are better in their criterion', async () => {
    const counted = new Map<Criterion, number>();
    for (let seed = 1; seed <= ROOMS; seed++) {
      const drawn = tinyRandom(seed, { groupNodes: [1, 6], mostPlans: Infinity });
      const room = seed % 2 === 0 ? withSleep(drawn, seed) : drawn;
      const plan = await best(room);
      if (plan === null) continue;
      const { rewardPerS } = checkPlan(room.instance, room.matrix, plan);
      const { record, plans } = found(room, plan);
      expect([seed, record.plans.length + record.none.length]).toEqual([seed, 4]);
      for (const { criterion, objective } of record.plans) {
        const other = plans.get(criterion)!;
        const evaluation = checkPlan(room.instance, room.matrix, other);
        expect([seed, criterion, evaluation.violations]).toEqual([seed, criterion, []]);
        expect([seed, evaluation.rewardPerS]).toEqual([seed, objective]);
        expect([seed, objective >= 0.999 * rewardPerS * (1 - 1e-12)]).toEqual([seed, true]);
        const [before, after] = [figure(room, plan, criterion), figure(room, other, criterion)];
        expect([seed, criterion, after < before]).toEqual([seed, criterion, true]);
        counted.set(criterion, (counted.get(criterion) ?? 0) + 1);
      }
    }
    for (const [criterion, least] of [
      ['coolest', 0.3],
      ['mostEven', 0.02],
    ] as const)
      expect([criterion, (counted.get(criterion) ?? 0) >= least * ROOMS]).toEqual([criterion, true]);
  });

  it('are as many as asked for, those that differ most', async () => {
    for (let seed = 1; seed <= fuzzCount(12); seed++) {
      const room = tinyRandom(seed, { groupNodes: [1, 6], mostPlans: Infinity });
      const plan = await best(room);
      if (plan === null) continue;
      const all = found(room, plan).record.plans;
      const one = found(room, plan, 1).record.plans;
      expect([seed, one]).toEqual([seed, all.slice(0, 1)]);
      expect(all[0]?.changedNodes ?? 0).toBe(Math.max(0, ...all.map(({ changedNodes }) => changedNodes)));
    }
  });

  it('are written beside the plan, judged by check, and go with the plan of the next run', async () => {
    const out = temporaryDirectory();
    const { record } = accepted(await solve('tiny-unlimited', { alternatives: 2, out }));
    const { plans, none } = (record.details as unknown as { alternatives: AlternativesRecord }).alternatives;
    expect(plans.map(({ criterion }) => criterion)).toEqual(['coolest']);
    expect(none.map(({ criterion }) => criterion)).toEqual(['fewestSettings', 'fewestNodesOn', 'mostEven']);
    const file = join(out, 'alternatives/coolest.json');
    expect(record.files['coolestPlan']).toBe(file);
    expect(accepted(await check('tiny-unlimited', file)).record.feasible).toBe(true);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('id="alternatives"');
    accepted(await solve('tiny-unlimited', { out }));
    expect(existsSync(file)).toBe(false);
  });

  it('are told in words, with what each gains and costs; none where no plan is feasible', async () => {
    const { text } = accepted(await solve('tiny-unlimited', { alternatives: 4 }));
    expect(text).toMatch(
      /alternative {4}coolest: hottest inlet 1\d\.\d\d .C instead of hottest inlet 30\.00 .C; 2\.000 reward/,
    );
    const { record } = accepted(await solve('tiny-unlimited', { alternatives: 4, reserveInlet: 19.99 }));
    expect([record.feasible, 'alternatives' in record.details]).toEqual([false, false]);
    expect(record.warnings).toContain('There is no feasible plan, so no alternatives to it were looked for.');
  });
});
