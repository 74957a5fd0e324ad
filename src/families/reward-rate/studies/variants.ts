import { keptDrawing } from '../../../facility/kept-air.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { withSurvivedAir } from '../../../../models/families/reward-rate/failed-rooms.js';
import { heldBy } from '../../../facility/held-facility.js';
import { influenceMatrixOf } from '../../../facility/influence.js';
import type { Fault } from '../../../instances/fault.js';
import { pricingLimit } from '../methods/pricing-limit.js';
import { type OpenedModel, modelInMemory } from '../runs/open.js';

/** Compiles variants of one instance. Data common to all, such as air flow and node types, is computed once. */
export interface VariantShelf {
  /** Returns the faults of a variant that show only when its air flow is computed and its model compiled. */
  refusals(instance: RewardRateInstance): readonly Fault[];
  /** Returns the model of a variant, which must have been passed to `refusals` before. */
  open(instance: RewardRateInstance): OpenedModel;
}

/**
 * Returns a compiler for variants of an instance. The air flow of the original instance is reused.
 *
 * @param directory folder of the instance file
 */
export function variantShelf(original: OpenedModel, directory: string): VariantShelf {
  const matrices = new Map<string, InfluenceMatrix>([[airKey(original.instance), original.matrix]]);
  let last: RewardRateModel = original.model;
  /** Returns the influence matrix of a variant whose air is there, with the air after failures that it must survive. */
  const airOf = (instance: RewardRateInstance): InfluenceMatrix => {
    const key = airKey(instance);
    const known = matrices.get(key);
    if (known === undefined) throw new RangeError('a variant is opened before it is judged');
    const matrix = withSurvivedAir(instance, known, keptDrawing());
    matrices.set(key, matrix);
    return matrix;
  };
  return {
    refusals(instance) {
      const key = airKey(instance);
      if (!matrices.has(key)) {
        const influence = influenceMatrixOf(heldBy(instance), directory);
        if (!influence.ok) return influence.faults;
        matrices.set(key, influence.matrix);
      }
      if (nodeKey(instance) === nodeKey(original.instance)) return [];
      const tooMany = pricingLimit(modelInMemory(instance, airOf(instance), original.model).model);
      return tooMany === null ? [] : [{ file: instance.name, ...tooMany }];
    },
    open(instance) {
      const opened = modelInMemory(instance, airOf(instance), last);
      last = opened.model;
      const { warnings, reserve } = original;
      return { ...opened, warnings, ...(reserve === undefined ? {} : { reserve }) };
    },
  };
}

/**
 * Returns a text that is equal for instances with equal influence matrices: all data of the facility on which air flow
 * depends, without powers, tasks and set-point ranges.
 */
function airKey({ facility }: RewardRateInstance): string {
  const { airflow, air, nodeGroups, nodeTypes, cracs } = facility;
  return JSON.stringify([
    airflow,
    air,
    nodeGroups.map((group) => ({ ...group, mayBeOff: undefined, minimumOn: undefined })),
    nodeTypes.map((type) => ({
      ...type,
      tasks: [],
      interference: {},
      idlePowerW: 0,
      sleepPowerW: 0,
      offPowerW: 0,
      wakeTimeS: 0,
      wakeEnergyJ: 0,
      psuEfficiency: 0,
      pStateFrequenciesGHz: [],
    })),
    cracs.map((crac) => ({
      ...crac,
      setPointMinC: 0,
      setPointMaxC: 0,
      coolingCapacityW: crac.coolingCapacityW === 0 ? 0 : 1,
    })),
  ]);
}

function nodeKey({ facility, workload }: RewardRateInstance): string {
  const tasks = workload.taskTypes.map(({ name, deadlineS, memoryClass }) => [name, deadlineS, memoryClass]);
  return JSON.stringify([facility.nodeTypes, facility.colocation, tasks]);
}
