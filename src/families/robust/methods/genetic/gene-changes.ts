import { ENERGY_MEAN, ENERGY_VARIANCE } from '../../../../../models/families/robust/loads.js';
import { type Chromosome, type GeneChanges, rateCores } from './chromosome.js';
import type { GeneTables } from './gene-tables.js';

export function createChanges(taskCount: number): GeneChanges {
  return {
    task: new Int32Array(taskCount),
    core: new Int32Array(taskCount),
    pState: new Uint8Array(taskCount),
    count: 0,
  };
}

export function noteChange(changes: GeneChanges, task: number, core: number, pState: number): void {
  const n = changes.count++;
  changes.task[n] = task;
  changes.core[n] = core;
  changes.pState[n] = pState;
}

/**
 * Returns true if the changes concern so few cores that updating their sums is less work than recomputing the sums of
 * all cores.
 */
export function touchesFew(changes: GeneChanges, coreCount: number): boolean {
  return 4 * changes.count < coreCount;
}

/** Changes genes and updates the sums by core, in time O(changes). */
export function setGenes(tables: GeneTables, chromosome: Chromosome, changes: GeneChanges): void {
  changeSums(tables, chromosome, changes);
  const { task, core, pState, count } = changes;
  for (let n = 0; n < count; n++) {
    chromosome.core[task[n]!] = core[n]!;
    chromosome.pState[task[n]!] = pState[n]!;
  }
}

/**
 * Updates the sums by core as if these genes were set; the genes themselves do not change. The terms added equal those
 * of CoreLoads.add exactly, so that subtracting them restores the sums.
 */
export function changeSums(tables: GeneTables, chromosome: Chromosome, changes: GeneChanges): void {
  const { meanS, varianceS2, taskType, columnCount } = tables.model;
  const { columnOfCore, rateOfCore, width, timeScale, powerW, powerSquareW2 } = tables;
  const { loads, z } = chromosome;
  const { finish, variance, energy } = loads;
  const few = touchesFew(changes, z.length);
  let energyJ = 0;
  let energyRestJ = 0;
  let energyJ2 = 0;
  let energyRestJ2 = 0;
  for (let n = 0; n < changes.count; n++) {
    const task = changes.task[n]!;
    const row = task * columnCount;
    const ofType = taskType[task]! * width;
    for (let sign = -1; sign <= 1; sign += 2) {
      const core = sign < 0 ? chromosome.core[task]! : changes.core[n]!;
      const pState = sign < 0 ? chromosome.pState[task]! : changes.pState[n]!;
      const rate = rateOfCore[core]! + ofType + pState;
      const scale = timeScale[rate]!;
      const mean = sign * meanS[row + columnOfCore[core]!]! * scale;
      const spread = sign * varianceS2[row + columnOfCore[core]!]! * (scale * scale);
      finish.add(core, mean);
      variance.add(core, spread);
      if (few) z[core] = loads.z(core);
      // Two-sums, as in ExactSums.
      const termJ = powerW[rate]! * mean;
      const sumJ = energyJ + termJ;
      const virtualJ = sumJ - energyJ;
      energyRestJ += energyJ - (sumJ - virtualJ) + (termJ - virtualJ);
      energyJ = sumJ;
      const termJ2 = powerSquareW2[rate]! * spread;
      const sumJ2 = energyJ2 + termJ2;
      const virtualJ2 = sumJ2 - energyJ2;
      energyRestJ2 += energyJ2 - (sumJ2 - virtualJ2) + (termJ2 - virtualJ2);
      energyJ2 = sumJ2;
    }
  }
  if (!few) rateCores(chromosome);
  energy.add(ENERGY_MEAN, energyJ);
  energy.add(ENERGY_MEAN, energyRestJ);
  energy.add(ENERGY_VARIANCE, energyJ2);
  energy.add(ENERGY_VARIANCE, energyRestJ2);
}
