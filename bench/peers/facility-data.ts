import { DEFAULT_AIR } from '../../models/physics/cooling/crac.js';
import type { LinearProgram } from '../../models/forms/linear-program.js';
import type { RewardRateProblem } from '../../models/problems/reward-rate/problem.js';

const AIR_J_PER_M3_K = DEFAULT_AIR.densityKgPerM3 * DEFAULT_AIR.heatCapacityJPerKgK;

/** The compiled problem as plain JSON, for the same problem put to other programs (one CRAC, anchored co-location). */
export function facilityData(problem: RewardRateProblem): object {
  const list = (values: Iterable<number>): number[] => [...values];
  return {
    taskNames: problem.taskNames,
    rewardPerTask: list(problem.rewardPerTask),
    arrivalRatePerS: list(problem.arrivalRatePerS),
    nodeTypes: problem.nodeTypes.map((type) => ({
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
    zones: problem.zones.map(({ type, nodeCount }) => ({ type, nodeCount })),
    // Of a node's outlet over its inlet, K per W of that node.
    nodeRiseCPerW: problem.zones.map(({ nodeCount }, b) => {
      const { airFlowM3PerS, cracNames } = problem.matrix;
      return nodeCount / (AIR_J_PER_M3_K * airFlowM3PerS[cracNames.length + b]!);
    }),
    riseCPerW: problem.zones.map((_, zone) => list(problem.thermal.inletRow(zone))),
    redLineC: problem.redLineC,
    setPointMinC: problem.setPointMinC,
    setPointMaxC: problem.setPointMaxC,
    capW: problem.budget.powerCapW,
    otherLoadW: problem.budget.otherLoadW,
    upsEfficiency: problem.budget.upsEfficiency,
    cop: problem.budget.cooling,
  };
}

/** A linear program by columns (maximise cost x, lower <= A x <= upper), for SciPy. */
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
