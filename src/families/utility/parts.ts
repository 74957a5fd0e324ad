import { withPools } from './instances/facility/pools.js';
import { J_PER_GJ, S_PER_H } from '../../../models/units.js';
import type { UtilityInstance, UtilityInstanceFile } from '../../../models/families/utility/instance.js';
import { countOf } from '../../reports/format.js';
import { type AnyFamilyParts, type Description, familyParts, type ListRow } from '../family.js';
import { boundOfUtility } from './bound.js';
import { checkOfUtility } from './check.js';
import { compareOfUtility } from './compare.js';
import { solveOfUtility } from './solve.js';
import { sweepOfUtility } from './sweep.js';
import { openUtility } from './runs/open.js';
import type { LoadedUtility } from './instances/load.js';

export function utilityParts(): AnyFamilyParts {
  return familyParts({
    open: (file, { words, phase }) => openUtility(file, words['trace'] as string | undefined, phase),
    describe,
    row,
    schema: async () => (await import('../../../models/families/utility/instance.js')).utilitySchema,
    fields: async () => (await import('./figures.js')).fields,
    check: checkOfUtility,
    bound: boundOfUtility,
    solve: solveOfUtility,
    compare: compareOfUtility,
    sweep: sweepOfUtility,
    generate: async () => (await import('./generate.js')).generateOfUtility,
  });
}

function describe({ instance, model, types, traceUse }: LoadedUtility): Description {
  const { environment, pools } = instance;
  const nodes = pools.reduce((sum, pool) => sum + pool.nodes, 0);
  const tasks = model?.tasks.count ?? null;
  const trace = traceUse === null ? {} : { trace: traceUse };
  return {
    facts: {
      environment,
      pools: pools.length,
      nodes,
      taskTypes: types.length,
      tasks,
      hours: hoursOf(instance),
      ...trace,
    },
    nodePower: [],
    text: `${environment}, ${placesOf(instance)}, ${tasks === null ? 'tasks of a log that is not named' : countOf(tasks, 'task')} of ${countOf(types.length, 'type')}, ${hoursOf(instance)} h`,
  };
}

function row(written: unknown): ListRow {
  const instance = withPools(written as UtilityInstanceFile);
  const { environment, pools, energyBudgetJPerDay = null } = instance;
  const budget = energyBudgetJPerDay === null ? 'no energy budget' : `${energyBudgetJPerDay / J_PER_GJ} GJ a day`;
  return {
    facts: { environment, pools: pools.length, hours: hoursOf(instance), energyBudgetJPerDay },
    text: `${environment}, ${placesOf(instance)}, ${hoursOf(instance)} h, ${budget}`,
  };
}

function placesOf({ environment, facility, pools }: UtilityInstance): string {
  const nodes = pools.reduce((sum, pool) => sum + pool.nodes, 0);
  const units = { serial: 'machine', parallel: 'node', preemptive: 'core' } as const;
  // Pools of a facility have cores where others have nodes.
  const what = facility === undefined ? units[environment] : 'core';
  return `${countOf(nodes, what)} in ${countOf(pools.length, 'pool')}`;
}

function hoursOf({ period }: UtilityInstance): number {
  return Number((period.durationS / S_PER_H).toPrecision(6));
}
