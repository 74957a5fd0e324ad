import type { NonlinearProgram } from '../../../../../models/forms/nonlinear-program.js';
import { powerPerHeat, powerPerHeatBend, powerPerHeatSlope } from '../../../../../models/physics/cooling/crac.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { evaluateNode, nodeJets, type NodeModel, nodeModel } from './node-block.js';
import { type NodeClass, type PowerRow, powerRows, type RelaxationUnits, unitsOf } from './power-rows.js';

/**
 * The continuous relaxation (Section 3.4.1, Appendix E) as a nonlinear program. It is scaled so that the rate and power
 * of one class of nodes are about 1.
 *
 * max sum_i r_i x_i, x_i <= lambda_i, x_i <= sum_classes nodes rate_i
 *
 * P / eta + sum_c q_c / CoP(T_c) <= phi - other (Eqs. 16, 17: power cap)
 *
 * H_c P + K_c T <= q_c, 0 <= q_c <= capacity (Eqs. 17-19: heat removed)
 *
 * G_b T + M_b P <= red line (Eq. 20, for the requested zones), rack and PDU limits, sum_k n_k <= cores
 *
 * r_i is the reward of a task, lambda_i the arrival rate. P are node powers, phi is the power cap, other the other
 * load, eta the efficiency of the UPS. n_k are a node's cores on task type k. H, K, G and M are matrices of the
 * facility.
 *
 * Variables in this order: set-point T of each CRAC c, C; heats q in units of powerW; rates x of each task type i in
 * rate units; then one block of variables per class (node-block.ts).
 */
export interface Relaxation extends NonlinearProgram {
  readonly classes: readonly NodeClass[];
  readonly models: readonly NodeModel[];
  /** [class of nodes]: index of its first variable in x. */
  readonly classStart: Int32Array;
  readonly cracs: number;
  /** Index of variable x_0; x_i of task type i is at firstRate + i. */
  readonly firstRate: number;
  readonly unit: RelaxationUnits;
  /**
   * Power rows of the program, in their order. They come after the rows for the rates (one per task type). After them
   * comes one row per class (equal nodes of one zone) that limits its busy cores.
   */
  readonly power: readonly PowerRow[];
  /** Returns the power of each zone at the wall, idle power included, W. */
  zonePowerW(x: Float64Array): Float64Array;
}

/**
 * Returns the program for classes of nodes.
 *
 * @param redLined zones that get a red-line row
 * @param nodePowerW node power at which the input of the UPS is exact, W. Elsewhere it is the tangent there
 */
export function relaxation(
  compiled: RewardRateModel,
  classes: readonly NodeClass[],
  redLined: readonly number[],
  nodePowerW: number,
): Relaxation {
  const earns = (task: number): boolean => compiled.rewardPerTask[task]! > 0 && compiled.arrivalRatePerS[task]! > 0;
  const models = compiled.nodeTypes.map((type) => nodeModel(type, earns));
  const modelOf = (c: NodeClass): NodeModel => models[compiled.zones[c.zone]!.type]!;
  const I = compiled.taskNames.length;
  const C = compiled.cracs.length;
  const unit = unitsOf(compiled, classes, models);
  const power = powerRows(compiled, redLined, unit.powerW, nodePowerW);
  const firstRate = 2 * C;
  const blockStart = [0, ...Array.from({ length: I }, (_, i) => firstRate + i)];
  const classStart = new Int32Array(classes.length + 1);
  let next = firstRate + I;
  for (const [c, entry] of classes.entries()) {
    classStart[c] = next;
    blockStart.push(next);
    next += modelOf(entry).size;
  }
  classStart[classes.length] = next;
  blockStart.push(next);
  const variables = next;
  const lower = new Float64Array(variables);
  const upper = new Float64Array(variables).fill(1);
  for (const [c, crac] of compiled.cracs.entries()) {
    lower[c] = crac.setPointMinC;
    upper[c] = crac.setPointMaxC;
    upper[C + c] = crac.capacityW / unit.powerW;
  }
  const worked = new Set(classes.flatMap((entry) => modelOf(entry).tasks.map(({ task }) => task)));
  for (let i = 0; i < I; i++) upper[firstRate + i] = worked.has(i) ? compiled.arrivalRatePerS[i]! / unit.rate[i]! : 0;
  for (const [c, entry] of classes.entries()) {
    const { tasks, cores } = modelOf(entry);
    upper.fill(cores, classStart[c], classStart[c]! + tasks.length);
  }
  const rows = I + power.length + classes.length;
  const rowUpper = new Float64Array(rows);
  // Where x_i is fixed at 0 its row says nothing: with no room at all it would only hinder the solver.
  for (let i = 0; i < I; i++) if (!worked.has(i)) rowUpper[i] = 1;
  for (const [r, row] of power.entries()) rowUpper[I + r] = row.limit * row.factor;
  for (const [c, entry] of classes.entries()) rowUpper[I + power.length + c] = modelOf(entry).cores;
  const { cooling } = compiled.budget;
  const jets = nodeJets(models);
  const coolingW = (x: Float64Array): number => {
    let sum = 0;
    for (let c = 0; c < C; c++) sum += x[C + c]! * unit.powerW * powerPerHeat(cooling, x[c]!);
    return sum;
  };

  // Pattern: rate rows have x_i and the classes that run i; power rows T, q and all zones they weigh; class rows their n.
  const start = new Int32Array(rows + 1);
  const column: number[] = [];
  for (let i = 0; i < I; i++) {
    column.push(firstRate + i);
    for (const [c, entry] of classes.entries()) {
      const model = modelOf(entry);
      if (!model.tasks.some(({ task }) => task === i)) continue;
      for (let j = 0; j < model.size; j++) column.push(classStart[c]! + j);
    }
    start[i + 1] = column.length;
  }
  for (const [r, row] of power.entries()) {
    if (row.kind === 'powerCap') for (let j = 0; j < 2 * C; j++) column.push(j);
    else for (let c = 0; c < row.perSetPoint.length; c++) column.push(c);
    if (row.kind === 'heat') column.push(C + row.where);
    for (const [c, entry] of classes.entries()) {
      if (row.perW[entry.zone] === 0) continue;
      for (let j = 0; j < modelOf(entry).size; j++) column.push(classStart[c]! + j);
    }
    start[I + r + 1] = column.length;
  }
  for (const [c, entry] of classes.entries()) {
    for (let k = 0; k < modelOf(entry).tasks.length; k++) column.push(classStart[c]! + k);
    start[I + power.length + c + 1] = column.length;
  }

  return {
    classes,
    models,
    classStart,
    cracs: C,
    firstRate,
    unit,
    power,
    lower,
    upper,
    rowLower: new Float64Array(rows).fill(-Infinity),
    rowUpper,
    pattern: { start, column: Int32Array.from(column) },
    blockStart: Int32Array.from(blockStart),
    zonePowerW(x) {
      const powerW = Float64Array.from(compiled.zones, (zone) => zone.idleW);
      for (const [c, entry] of classes.entries()) {
        evaluateNode(modelOf(entry), x, classStart[c]!, 0, jets);
        powerW[entry.zone]! += entry.nodes * jets.powerW;
      }
      return powerW;
    },
    objective(x) {
      let sum = 0;
      for (let i = 0; i < I; i++) sum += compiled.rewardPerTask[i]! * x[firstRate + i]! * unit.rate[i]!;
      return -sum / unit.reward;
    },
    gradientInto(gradient) {
      gradient.fill(0);
      for (let i = 0; i < I; i++) {
        gradient[firstRate + i] = (-compiled.rewardPerTask[i]! * unit.rate[i]!) / unit.reward;
      }
    },
    rowsInto(values, x) {
      values.fill(0);
      for (let i = 0; i < I; i++) values[i] = x[firstRate + i]!;
      for (const [r, row] of power.entries()) {
        let sum = row.kind === 'powerCap' ? coolingW(x) : row.kind === 'heat' ? -x[C + row.where]! * unit.powerW : 0;
        for (let c = 0; c < row.perSetPoint.length; c++) sum += row.perSetPoint[c]! * x[c]!;
        values[I + r] = sum * row.factor;
      }
      for (const [c, entry] of classes.entries()) {
        const model = modelOf(entry);
        evaluateNode(model, x, classStart[c]!, 0, jets);
        for (let k = 0; k < model.tasks.length; k++) {
          const i = model.tasks[k]!.task;
          values[i]! -= (entry.nodes * jets.rate[k]!) / unit.rate[i]!;
          values[I + power.length + c]! += x[classStart[c]! + k]!;
        }
        const classW = entry.nodes * jets.powerW;
        for (let r = 0; r < power.length; r++) {
          values[I + r]! += power[r]!.perW[entry.zone]! * power[r]!.factor * classW;
        }
      }
    },
    jacobianInto(values, x) {
      const cursor = start.slice(0, I + power.length);
      for (let i = 0; i < I; i++) values[cursor[i]!++] = 1;
      for (const [r, row] of power.entries()) {
        const at = I + r;
        if (row.kind === 'powerCap') {
          for (let c = 0; c < C; c++) {
            values[cursor[at]!++] = x[C + c]! * unit.powerW * powerPerHeatSlope(cooling, x[c]!) * row.factor;
          }
          for (let c = 0; c < C; c++) {
            values[cursor[at]!++] = unit.powerW * powerPerHeat(cooling, x[c]!) * row.factor;
          }
        } else for (const value of row.perSetPoint) values[cursor[at]!++] = value * row.factor;
        if (row.kind === 'heat') values[cursor[at]!++] = -unit.powerW * row.factor;
      }
      let ones = start[I + power.length]!;
      for (const [c, entry] of classes.entries()) {
        const model = modelOf(entry);
        const V = model.size;
        evaluateNode(model, x, classStart[c]!, 1, jets);
        for (let k = 0; k < model.tasks.length; k++) {
          const i = model.tasks[k]!.task;
          const factor = -entry.nodes / unit.rate[i]!;
          const at = cursor[i]!;
          for (let j = 0; j < V; j++) values[at + j] = factor * jets.rateGradient[k * V + j]!;
          cursor[i]! += V;
          values[ones++] = 1;
        }
        for (let r = 0; r < power.length; r++) {
          const weight = power[r]!.perW[entry.zone]!;
          if (weight === 0) continue;
          const factor = weight * power[r]!.factor * entry.nodes;
          const at = cursor[I + r]!;
          for (let j = 0; j < V; j++) values[at + j] = factor * jets.powerGradient[j]!;
          cursor[I + r]! += V;
        }
      }
    },
    hessianInto(values, x, _objectiveWeight, rowWeight) {
      values.fill(0);
      const cap = rowWeight[I]! * power[0]!.factor;
      const size = 2 * C;
      for (let c = 0; c < C; c++) {
        const capW = cap * unit.powerW;
        values[c * size + c] = capW * x[C + c]! * powerPerHeatBend(cooling, x[c]!);
        values[c * size + C + c] = values[(C + c) * size + c] = capW * powerPerHeatSlope(cooling, x[c]!);
      }
      let at = size * size + I;
      for (const [c, entry] of classes.entries()) {
        const model = modelOf(entry);
        const square = model.size * model.size;
        evaluateNode(model, x, classStart[c]!, 2, jets);
        let weight = 0;
        for (let r = 0; r < power.length; r++)
          weight += rowWeight[I + r]! * power[r]!.perW[entry.zone]! * power[r]!.factor;
        for (let e = 0; e < square; e++) values[at + e] = weight * entry.nodes * jets.powerHessian[e]!;
        for (let k = 0; k < model.tasks.length; k++) {
          const i = model.tasks[k]!.task;
          const factor = (-rowWeight[i]! * entry.nodes) / unit.rate[i]!;
          for (let e = 0; e < square; e++) values[at + e]! += factor * jets.rateHessian[k * square + e]!;
        }
        at += square;
      }
    },
  };
}
