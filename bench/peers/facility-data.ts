import { tangentMeter } from '../../models/facility/meter.js';
import { DEFAULT_AIR } from '../../models/physics/cooling/crac.js';
import type { LinearProgram } from '../../models/forms/linear-program.js';
import type { RewardRateModel } from '../../models/families/reward-rate/model.js';

const AIR_J_PER_M3_K = DEFAULT_AIR.densityKgPerM3 * DEFAULT_AIR.heatCapacityJPerKgK;

/**
 * Returns the compiled instance as plain JSON, so that other programs can solve the same problem. It must have one CRAC
 * and the anchored co-location model.
 */
export function facilityData(model: RewardRateModel): object {
  const list = (values: Iterable<number>): number[] => [...values];
  return {
    taskNames: model.taskNames,
    rewardPerTask: list(model.rewardPerTask),
    arrivalRatePerS: list(model.arrivalRatePerS),
    nodeTypes: model.nodeTypes.map((type) => ({
      name: type.name,
      cores: type.cores,
      idleW: type.idleW,
      tasks: type.tasks.map((task) => ({
        task: task.task,
        memoryIntensity: task.memoryIntensity,
        perNeighbourS: task.coefficients.perNeighbourS,
        perAverageIntensityS: task.coefficients.perAverageIntensityS,
        timeS: list(task.timeS),
        powerW: list(task.powerW),
        frequencyGHz: list(task.frequencyGHz),
      })),
    })),
    zones: model.zones.map(({ type, nodeCount }) => ({ type, nodeCount })),
    // Of a node's outlet over its inlet, K per W of that node.
    nodeRiseCPerW: model.zones.map(({ nodeCount }, b) => {
      const { airFlowM3PerS, cracNames } = model.matrix;
      return nodeCount / (AIR_J_PER_M3_K * airFlowM3PerS[cracNames.length + b]!);
    }),
    riseCPerW: model.zones.map((_, zone) => list(model.thermal.inletRow(zone))),
    redLineC: model.redLineC,
    setPointMinC: model.setPointMinC,
    setPointMaxC: model.setPointMaxC,
    capW: model.budget.powerCapW,
    otherLoadW: model.budget.otherLoadW,
    upsEfficiency: tangentMeter(model.budget, 0).ups.efficiency,
    cop: model.budget.cooling,
  };
}

/** Returns a linear program (maximize cost x, lower <= A x <= upper) as plain data by columns, for SciPy. */
export function programData(program: LinearProgram): object {
  const bound = (value: number): number | null => (Number.isFinite(value) ? value : null);
  const rowIndex: number[] = [];
  const columnIndex: number[] = [];
  const value: number[] = [];
  for (const [r, row] of program.rows.entries()) {
    for (const [n, column] of row.columnIndices.entries()) {
      rowIndex.push(r);
      columnIndex.push(column);
      value.push(row.coefficients[n]!);
    }
  }
  return {
    cost: program.columns.map((column) => column.cost),
    columnLower: program.columns.map((column) => bound(column.lower)),
    columnUpper: program.columns.map((column) => bound(column.upper)),
    rowLower: program.rows.map((row) => bound(row.lower)),
    rowUpper: program.rows.map((row) => bound(row.upper)),
    rowIndex,
    columnIndex,
    value,
  };
}
