import { S_PER_H } from '../../../models/units.js';
import type { UtilityInstance, UtilityInstanceFile } from '../../../models/families/utility/instance.js';
import { roomMixing } from '../../facility/room-mixings.js';
import { countOf, inUnit, joules, plain, stated } from '../../reports/format.js';
import { type AnyFamilyParts, type Description, familyParts, type ListRow } from '../family.js';
import { boundOfUtility } from './bound.js';
import { checkOfUtility } from './check.js';
import { compareOfUtility } from './compare.js';
import { solveOfUtility } from './solve.js';
import { openUtility } from './runs/open.js';
import type { LoadedUtility } from './instances/load.js';
import { instanceOfFile } from './instances/written.js';

export function utilityParts(): AnyFamilyParts {
  return familyParts({
    open: (file, { words, phase }) => openUtility(file, words['trace'] as string | undefined, phase),
    describe,
    row,
    schema: async () => (await import('../../../models/families/utility/instance.js')).utilitySchema,
    fields: async () => (await import('./figures.js')).fields,
    judged: async () => (await import('./judged.js')).JUDGED_OF_UTILITY,
    check: checkOfUtility,
    bound: boundOfUtility,
    solve: solveOfUtility,
    compare: compareOfUtility,
    exports: async () => (await import('./export.js')).exportOfUtility,
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
    airMixing: roomMixing(instance.facility),
    text: `${environment}, ${placesOf(instance)}, ${tasks === null ? 'tasks of a log that is not named' : countOf(tasks, 'task')} of ${countOf(types.length, 'type')}, ${periodText(instance)}`,
  };
}

function row(written: unknown): ListRow {
  const instance = instanceOfFile(written as UtilityInstanceFile);
  const { environment, pools, energyBudgetJPerDay = null } = instance;
  const budget =
    energyBudgetJPerDay === null ? 'no energy budget' : `${plain(stated(joules(energyBudgetJPerDay)))} a day`;
  return {
    facts: { environment, pools: pools.length, hours: hoursOf(instance), energyBudgetJPerDay },
    text: `${environment}, ${placesOf(instance)}, ${periodText(instance)}, ${budget}`,
  };
}

function placesOf({ environment, facility, pools }: UtilityInstance): string {
  const nodes = pools.reduce((sum, pool) => sum + pool.nodes, 0);
  const units = { serial: 'machine', parallel: 'node', preemptive: 'core' } as const;
  // Pools of a facility have cores where others have nodes.
  const what = facility === undefined ? units[environment] : 'core';
  return `${countOf(nodes, what)} in ${countOf(pools.length, 'pool')}`;
}

/** Returns the length of the measured period in words, in the unit in which the number is near 1. */
function periodText({ period }: UtilityInstance): string {
  return plain(stated(inUnit(period.durationS, 's of a period')));
}

function hoursOf({ period }: UtilityInstance): number {
  return Number((period.durationS / S_PER_H).toPrecision(6));
}
