import type { RewardRateInstance } from '../../../models/families/reward-rate/instance.js';
import { roomMixing } from '../../facility/room-mixings.js';
import { nodePowers } from '../../facility/node-powers.js';
import { celsius, countOf, plain, stated, watts } from '../../reports/format.js';
import { openModel, type OpenedModel } from './runs/open.js';
import { type AnyFamilyParts, type Description, familyParts, type ListRow } from '../family.js';
import { boundOfRewardRate } from './bound.js';
import { checkOfRewardRate } from './check.js';
import { compareOfRewardRate } from './compare.js';
import { dayOfRewardRate } from './day.js';
import { explainOfRewardRate } from './explain.js';
import { simulateOfRewardRate } from './simulate.js';
import { solveOfRewardRate } from './solve.js';
import { sweepOfRewardRate } from './sweep.js';

export function rewardRateParts(): AnyFamilyParts {
  return familyParts({
    open: (file, { words, phase, shouldStop }) => openModel(file, phase, shouldStop, words),
    describe,
    row,
    schema: async () => (await import('../../../models/families/reward-rate/instance.js')).rewardRateSchema,
    fields: async () => (await import('./figures.js')).fields,
    pages: async () => [(await import('./combinations-page.js')).combinationsPage()],
    check: checkOfRewardRate,
    bound: boundOfRewardRate,
    explain: explainOfRewardRate,
    solve: solveOfRewardRate,
    compare: compareOfRewardRate,
    sweep: sweepOfRewardRate,
    day: dayOfRewardRate,
    simulate: simulateOfRewardRate,
    generate: async () => (await import('./generate.js')).generateOfRewardRate,
    exports: async () => (await import('./export.js')).exportOfRewardRate,
  });
}

function describe({ instance, matrix, model }: OpenedModel): Description {
  const nodes = matrix.zones.reduce((sum, zone) => sum + zone.nodeCount, 0);
  const zones = matrix.zones.length;
  const cracs = matrix.cracNames.length;
  const taskTypes = model.taskNames.length;
  return {
    facts: { nodes, zones, cracs, taskTypes, matrixProvenance: matrix.provenance },
    nodePower: nodePowers(instance.facility.nodeTypes, instance.facility.nodeGroups),
    airMixing: roomMixing(instance.facility),
    text: `${countOf(nodes, 'node')} in ${countOf(zones, 'zone')}, ${countOf(cracs, 'CRAC')}, ${countOf(taskTypes, 'task type')}`,
  };
}

function row(written: unknown): ListRow {
  const { facility, limits } = written as RewardRateInstance;
  const nodes = facility.nodeGroups.reduce((sum, group) => sum + group.count, 0);
  const { powerCapW, redLineC } = limits;
  return {
    facts: { nodes, powerCapW, redLineC },
    text: `${countOf(nodes, 'node')}, ${plain(stated(watts(powerCapW)))}, red line ${plain(stated(celsius(redLineC)))}`,
  };
}
