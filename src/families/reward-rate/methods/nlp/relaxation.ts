import { powerPerHeat, powerPerHeatBend, powerPerHeatSlope } from '../../../../../models/physics/cooling/crac.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { CompiledNodeType } from '../../../../../models/facility/compiled.js';
import { evaluateNode, nodeJets, type NodeModel, nodeModel } from './node-block.js';
import { powerRows, type RowChoice } from './power-rows.js';

/** `nodes` nodes of one zone that all run the same. */
export interface NodeClass {
  readonly zone: number;
  readonly type: CompiledNodeType;
  readonly nodes: number;
}

/** Class of equal nodes with its variables in the program: `first` is the index of the first one. */
export interface NodeBlock extends NodeClass {
  readonly model: NodeModel;
  readonly first: number;
}

export type RelaxationUnits = ReturnType<typeof unitsOf>;

function unitsOf(model: RewardRateModel, blocks: readonly NodeBlock[]) {
  const rate = new Float64Array(model.taskNames.length);
  const jet = new Float64Array(3);
  let powerW = 0;
  for (const { model: of, nodes } of blocks) {
    for (const task of of.tasks) {
      rate[task.task] = Math.max(rate[task.task]!, (nodes * of.cores) / task.leastS);
      task.powerW(1, jet);
      powerW = Math.max(powerW, nodes * of.cores * jet[0]!);
    }
  }
  // What a class can earn at all: neither types without arrivals nor rates far beyond the arrivals may set the scale.
  const reward = rate.reduce(
    (most, value, i) => Math.max(most, model.rewardPerTask[i]! * Math.min(value, model.arrivalRatePerS[i]!)),
    0,
  );
  return {
    /** [task type]: unit of completion rates, tasks/s: the largest rate of any class, or 1 for types that none can run. */
    rate: rate.map((value) => value || 1),
    /** Unit of power, W: the largest core power of any class. */
    powerW: powerW > 0 ? powerW : 1,
    /** Unit of reward, reward/s. The program minimises - reward / unit. */
    reward: reward > 0 ? reward : 1,
  };
}

export type Relaxation = ReturnType<typeof relaxation>;

/**
 * Returns the continuous relaxation (Section 3.4.1, Appendix E) as a nonlinear program. It is scaled so that the rate
 * and power of one class of nodes are about 1.
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
 * rate units; then one block of variables per class (node-block.ts). Rows in this order: one per task type, the power
 * rows, and one per class that limits its busy cores.
 */
export function relaxation(compiled: RewardRateModel, classes: readonly NodeClass[], rows: RowChoice) {
  const { rewardPerTask, arrivalRatePerS } = compiled;
  const { cooling } = compiled.budget;
  const I = compiled.taskNames.length;
  const C = compiled.cracs.length;
  const firstRate = 2 * C;
  const models = compiled.nodeTypes.map((type) =>
    nodeModel(type, (task) => rewardPerTask[task]! > 0 && arrivalRatePerS[task]! > 0),
  );
  let variables = firstRate + I;
  const blocks = classes.map((of): NodeBlock => {
    const model = models[compiled.zones[of.zone]!.type]!;
    const first = variables;
    variables += model.size;
    return { ...of, model, first };
  });
  const unit = unitsOf(compiled, blocks);
  const power = powerRows(compiled, rows, unit.powerW);
  const jets = nodeJets(models);

  const lower = new Float64Array(variables);
  const upper = new Float64Array(variables).fill(1);
  for (const [c, crac] of compiled.cracs.entries()) {
    lower[c] = crac.setPointMinC;
    upper[c] = crac.setPointMaxC;
    upper[C + c] = crac.capacityW / unit.powerW;
  }
  const worked = new Set(blocks.flatMap(({ model }) => model.tasks.map(({ task }) => task)));
  for (let i = 0; i < I; i++) upper[firstRate + i] = worked.has(i) ? arrivalRatePerS[i]! / unit.rate[i]! : 0;
  for (const { model, first } of blocks) upper.fill(model.cores, first, first + model.tasks.length);
  const rowUpper = Float64Array.from([
    // Where x_i is fixed at 0 its row says nothing: with no room at all it would only hinder the solver.
    ...Array.from({ length: I }, (_, i) => (worked.has(i) ? 0 : 1)),
    ...power.map(({ limit, factor }) => limit * factor),
    ...blocks.map(({ model }) => model.cores),
  ]);

  const start = [0];
  const column: number[] = [];
  const addRow = (own: readonly number[], members: readonly NodeBlock[]): void => {
    column.push(...own);
    for (const { model, first } of members) for (let j = 0; j < model.size; j++) column.push(first + j);
    start.push(column.length);
  };
  for (let i = 0; i < I; i++) {
    addRow(
      [firstRate + i],
      blocks.filter(({ model }) => model.tasks.some(({ task }) => task === i)),
    );
  }
  for (const { kind, where, perW, perSetPoint } of power) {
    const own = kind === 'powerCap' ? lower.subarray(0, 2 * C) : perSetPoint;
    addRow(
      [...own.keys(), ...(kind === 'heat' ? [C + where] : [])],
      blocks.filter(({ zone }) => perW[zone] !== 0),
    );
  }
  for (const { model, first } of blocks) {
    addRow(
      model.tasks.map((_, k) => first + k),
      [],
    );
  }

  return {
    blocks,
    cracs: C,
    /** Index of variable x_0; x_i of task type i is at firstRate + i. */
    firstRate,
    unit,
    power,
    points: rows.points,
    lower,
    upper,
    rowLower: new Float64Array(rowUpper.length).fill(-Infinity),
    rowUpper,
    pattern: { start: Int32Array.from(start), column: Int32Array.from(column) },
    blockStart: Int32Array.from([
      0,
      ...Array.from({ length: I }, (_, i) => firstRate + i),
      ...blocks.map(({ first }) => first),
      variables,
    ]),
    /** Returns the power of each zone at the wall, idle power included, W. */
    zonePowerW(x: Float64Array): Float64Array {
      const powerW = Float64Array.from(compiled.zones, (zone) => zone.idleW);
      for (const { model, first, zone, nodes } of blocks) {
        evaluateNode(model, x, first, 0, jets);
        powerW[zone]! += nodes * jets.powerW;
      }
      return powerW;
    },
    objective(x: Float64Array): number {
      let sum = 0;
      for (let i = 0; i < I; i++) sum += rewardPerTask[i]! * x[firstRate + i]! * unit.rate[i]!;
      return -sum / unit.reward;
    },
    gradientInto(gradient: Float64Array): void {
      gradient.fill(0);
      for (let i = 0; i < I; i++) gradient[firstRate + i] = (-rewardPerTask[i]! * unit.rate[i]!) / unit.reward;
    },
    rowsInto(values: Float64Array, x: Float64Array): void {
      values.fill(0);
      for (let i = 0; i < I; i++) values[i] = x[firstRate + i]!;
      for (const [r, { kind, where, perSetPoint, factor }] of power.entries()) {
        let sum = kind === 'heat' ? -x[C + where]! * unit.powerW : 0;
        if (kind === 'powerCap') {
          for (let c = 0; c < C; c++) sum += x[C + c]! * unit.powerW * powerPerHeat(cooling, x[c]!);
        }
        for (let c = 0; c < perSetPoint.length; c++) sum += perSetPoint[c]! * x[c]!;
        values[I + r] = sum * factor;
      }
      for (const [c, { model, first, zone, nodes }] of blocks.entries()) {
        evaluateNode(model, x, first, 0, jets);
        for (let k = 0; k < model.tasks.length; k++) {
          const i = model.tasks[k]!.task;
          values[i]! -= (nodes * jets.rate[k]!) / unit.rate[i]!;
          values[I + power.length + c]! += x[first + k]!;
        }
        const classW = nodes * jets.powerW;
        for (let r = 0; r < power.length; r++) values[I + r]! += power[r]!.perW[zone]! * power[r]!.factor * classW;
      }
    },
    jacobianInto(values: Float64Array, x: Float64Array): void {
      const cursor = start.slice(0, I + power.length);
      for (let i = 0; i < I; i++) values[cursor[i]!++] = 1;
      for (const [r, { kind, perSetPoint, factor }] of power.entries()) {
        const at = I + r;
        if (kind === 'powerCap') {
          for (let c = 0; c < C; c++) {
            const heatW = x[C + c]! * unit.powerW;
            values[cursor[at]! + c] = heatW * powerPerHeatSlope(cooling, x[c]!) * factor;
            values[cursor[at]! + C + c] = unit.powerW * powerPerHeat(cooling, x[c]!) * factor;
          }
          cursor[at]! += 2 * C;
        } else for (const value of perSetPoint) values[cursor[at]!++] = value * factor;
        if (kind === 'heat') values[cursor[at]!++] = -unit.powerW * factor;
      }
      let ones = start[I + power.length]!;
      for (const { model, first, zone, nodes } of blocks) {
        const V = model.size;
        evaluateNode(model, x, first, 1, jets);
        for (let k = 0; k < model.tasks.length; k++) {
          const i = model.tasks[k]!.task;
          const factor = -nodes / unit.rate[i]!;
          const at = cursor[i]!;
          for (let j = 0; j < V; j++) values[at + j] = factor * jets.rateGradient[k * V + j]!;
          cursor[i]! += V;
          values[ones++] = 1;
        }
        for (let r = 0; r < power.length; r++) {
          const weight = power[r]!.perW[zone]!;
          if (weight === 0) continue;
          const factor = weight * power[r]!.factor * nodes;
          const at = cursor[I + r]!;
          for (let j = 0; j < V; j++) values[at + j] = factor * jets.powerGradient[j]!;
          cursor[I + r]! += V;
        }
      }
    },
    hessianInto(values: Float64Array, x: Float64Array, _objectiveWeight: number, rowWeight: Float64Array): void {
      values.fill(0);
      const cap = rowWeight[I]! * power[0]!.factor;
      const size = 2 * C;
      for (let c = 0; c < C; c++) {
        const capW = cap * unit.powerW;
        values[c * size + c] = capW * x[C + c]! * powerPerHeatBend(cooling, x[c]!);
        values[c * size + C + c] = values[(C + c) * size + c] = capW * powerPerHeatSlope(cooling, x[c]!);
      }
      let at = size * size + I;
      for (const { model, first, zone, nodes } of blocks) {
        const square = model.size * model.size;
        evaluateNode(model, x, first, 2, jets);
        let weight = 0;
        for (let r = 0; r < power.length; r++) weight += rowWeight[I + r]! * power[r]!.perW[zone]! * power[r]!.factor;
        for (let e = 0; e < square; e++) values[at + e] = weight * nodes * jets.powerHessian[e]!;
        for (let k = 0; k < model.tasks.length; k++) {
          const i = model.tasks[k]!.task;
          const factor = (-rowWeight[i]! * nodes) / unit.rate[i]!;
          for (let e = 0; e < square; e++) values[at + e]! += factor * jets.rateHessian[k * square + e]!;
        }
        at += square;
      }
    },
  };
}
