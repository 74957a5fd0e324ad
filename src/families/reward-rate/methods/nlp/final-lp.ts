import type { LinearColumn, LinearProgram, LinearRow } from '../../../../../models/forms/linear-program.js';
import { powerPerHeat, powerPerHeatSlope } from '../../../../../models/physics/cooling/crac.js';
import type { CompiledNodeType } from '../../../../../models/facility/compiled.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { cracHeatW } from '../../../../../models/facility/room-state.js';
import { zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { featuresOf, type Share, shareTimeS } from '../node-shares.js';
import { type DiscretePlan, isNegligible, zonePowersW } from './discrete-plan.js';
import { powerRows, type RelaxationUnits } from './power-rows.js';

export interface FinalLpRequest {
  readonly model: RewardRateModel;
  readonly plan: DiscretePlan;
  readonly unit: RelaxationUnits;
  readonly redLined: readonly number[];
  readonly engine: LpEngine;
  /** Maximum change of each share (cores on one task type and P-state) in this LP, in cores. */
  readonly reach: number;
  /** Maximum change of each set-point in this LP, C. */
  readonly reachC: number;
  /** True if the LP may also use the neighbours of the plan's P-states. */
  readonly neighbours: boolean;
}

/**
 * Step 3 of method `nlp`: a linear program near the current set-points improves the plan's shares (cores by task type
 * and P-state). P-states stay, or may change to neighbours if `neighbours` is true. Null if the engine finds no
 * optimum.
 *
 * Rates depend on the shares also through the features A and D of Eq. 21. These are linearised at the current plan; no
 * share may change by more than `reach`.
 */
export function improvedFractions(input: FinalLpRequest): DiscretePlan | null {
  const { model, plan, engine, unit } = input;
  const columns = shareColumns(input);
  const program = linearised(input, columns);
  const session = engine.open(program);
  try {
    const answer = session.solve();
    if (answer.proven !== 'optimal' || answer.point === null) return null;
    const values = answer.point.columnValues;
    const C = model.cracs.length;
    const first = 2 * C + model.taskNames.length + model.zones.length;
    const shares = plan.classes.map((): Share[] => []);
    for (const [n, { entry, task, choice }] of columns.entries()) {
      const share = { task, choice, cores: Math.max(0, values[first + n]!) };
      if (!isNegligible(model, plan.classes[entry]!, share, unit.reward)) shares[entry]!.push(share);
    }
    const fit = shares.map((list, c) => withinCores(list, model.nodeTypes[typeOf(model, plan, c)]!.cores));
    return { ...plan, shares: fit, setPointsC: plan.setPointsC.map((_, c) => values[c]!) };
  } finally {
    session.dispose();
  }

  function linearised(of: FinalLpRequest, list: readonly ShareColumn[]): LinearProgram {
    const side = sideColumns(of);
    return {
      sense: 'maximize',
      columns: [
        ...side,
        ...list.map(({ entry, task, choice, cores, most }, n): LinearColumn => ({
          name: `n_${entry}_${task}_${choice}_${n}`,
          cost: 0,
          lower: Math.max(0, cores - of.reach),
          upper: Math.min(most, cores + of.reach),
        })),
      ],
      rows: [...rateRows(of, list, unit), ...classRows(of, list), ...powerRowsOf(of, list)],
    };
  }
}

interface ShareColumn extends Share {
  readonly entry: number;
  /** Upper bound of this share in the LP, cores. */
  readonly most: number;
}

function typeOf(model: RewardRateModel, plan: DiscretePlan, entry: number): number {
  return model.zones[plan.classes[entry]!.zone]!.type;
}

function shareColumns({ model, plan, neighbours }: FinalLpRequest): ShareColumn[] {
  return plan.shares.flatMap((shares, entry) => {
    const { tasks, cores: most } = model.nodeTypes[typeOf(model, plan, entry)]!;
    const known = new Set(shares.map(({ task, choice }) => `${task}/${choice}`));
    const columns = shares.map((share): ShareColumn => ({ ...share, entry, most }));
    if (!neighbours) return columns;
    for (const { task, choice } of shares) {
      for (const next of [choice - 1, choice + 1]) {
        const key = `${task}/${next}`;
        if (tasks[task]!.pStates[next] === undefined || known.has(key)) continue;
        known.add(key);
        columns.push({ task, choice: next, cores: 0, entry, most });
      }
    }
    return columns;
  });
}

/**
 * Returns the LP columns T (set-point) and q (heat) by CRAC, x (rate) by task type and Q (core power) by zone. Their
 * names appear in exported files.
 */
function sideColumns({ model, plan, unit, reachC }: FinalLpRequest): LinearColumn[] {
  const column = (name: string, lower: number, upper: number, cost = 0): LinearColumn => ({ name, cost, lower, upper });
  return [
    ...model.cracs.map((crac, c) => {
      const setPointC = Math.min(Math.max(plan.setPointsC[c]!, crac.setPointMinC), crac.setPointMaxC);
      return column(
        `T_${c}`,
        Math.max(crac.setPointMinC, setPointC - reachC),
        Math.min(crac.setPointMaxC, setPointC + reachC),
      );
    }),
    ...model.cracs.map((crac, c) => column(`q_${c}`, 0, crac.capacityW / unit.powerW)),
    ...model.taskNames.map((_, i) =>
      column(
        `x_${i}`,
        0,
        model.arrivalRatePerS[i]! / unit.rate[i]!,
        (model.rewardPerTask[i]! * unit.rate[i]!) / unit.reward,
      ),
    ),
    ...model.zones.map((_, b) => column(`Q_${b}`, 0, Infinity)),
  ];
}

/**
 * Returns the LP rows x_i - rates <= 0, one for each task type i. x_i is the completion rate of the type. The rates are
 * linear in the shares (cores by task type and P-state).
 */
function rateRows(
  { model, plan }: FinalLpRequest,
  columns: readonly ShareColumn[],
  unit: RelaxationUnits,
): LinearRow[] {
  const I = model.taskNames.length;
  const C = model.cracs.length;
  const first = 2 * C + I + model.zones.length;
  const rows = Array.from({ length: I }, (_, i) => ({ index: [2 * C + i], value: [1], rhs: 0 }));
  for (let from = 0; from < columns.length;) {
    const entry = columns[from]!.entry;
    let to = from;
    while (to < columns.length && columns[to]!.entry === entry) to++;
    const type = model.nodeTypes[typeOf(model, plan, entry)]!;
    const { nodes } = plan.classes[entry]!;
    const features = featuresOf(type, plan.shares[entry]!);
    const list = columns.slice(from, to);
    const gradient = list.map(() => new Float64Array(I));
    for (const [n, { task, choice, cores }] of list.entries()) {
      const timeS = shareTimeS(type, { task, choice }, features);
      if (!(timeS > 0)) continue;
      const i = type.tasks[task]!.task;
      gradient[n]![i]! += 1 / timeS;
      if (cores === 0) continue;
      for (const [j, other] of list.entries()) {
        gradient[j]![i]! -= (cores / timeS ** 2) * timeSlope(type, task, choice, other.task, features);
      }
      // The constant of the expansion: rate - gradient x cores, summed over shares below.
      rows[i]!.rhs += (nodes * cores) / timeS / unit.rate[i]!;
    }
    for (const [n, { cores }] of list.entries()) {
      for (let i = 0; i < I; i++) {
        const value = (nodes * gradient[n]![i]!) / unit.rate[i]!;
        if (value === 0) continue;
        rows[i]!.index.push(first + from + n);
        rows[i]!.value.push(-value);
        rows[i]!.rhs -= value * cores;
      }
    }
    from = to;
  }
  return rows.map(({ index, value, rhs }, i) => ({
    name: `rate_${i}`,
    lower: -Infinity,
    upper: rhs,
    columnIndices: index,
    coefficients: value,
  }));
}

/** Returns the derivative of a task's time CET by the number of cores on another task of the node, s per core. */
function timeSlope(
  type: CompiledNodeType,
  task: number,
  choice: number,
  other: number,
  { busy, neighbours, averageIntensity }: ReturnType<typeof featuresOf>,
): number {
  const { coefficients, memoryIntensity, timeS } = type.tasks[task]!;
  if (type.colocation === 'none') return 0;
  if (type.colocation === 'anchored') {
    const delayS = shareTimeS(type, { task, choice }, { neighbours, averageIntensity }) - timeS[choice]!;
    const kept =
      coefficients.perNeighbourS * neighbours +
      coefficients.perAverageIntensityS * (averageIntensity - memoryIntensity);
    if (delayS === 0 && kept < 0) return 0;
  }
  const perCore = busy >= 1 ? coefficients.perNeighbourS : 0;
  return perCore + (coefficients.perAverageIntensityS * (type.tasks[other]!.memoryIntensity - averageIntensity)) / busy;
}

function classRows({ model, plan }: FinalLpRequest, columns: readonly ShareColumn[]): LinearRow[] {
  const first = 2 * model.cracs.length + model.taskNames.length + model.zones.length;
  const indices = plan.classes.map((): number[] => []);
  for (const [n, { entry }] of columns.entries()) indices[entry]!.push(first + n);
  return plan.classes.map((_, entry) => ({
    name: `cores_${entry}`,
    lower: -Infinity,
    upper: mostBusyCores(model.nodeTypes[typeOf(model, plan, entry)]!, plan.shares[entry]!),
    columnIndices: indices[entry]!,
    coefficients: indices[entry]!.map(() => 1),
  }));
}

/**
 * Returns the maximum number of busy cores of a node in the LP. A node with at most one busy core has no co-location (A
 * = 0). Such a node must keep at most one busy core, because the derivatives jump at one.
 */
function mostBusyCores(type: CompiledNodeType, shares: readonly Share[]): number {
  return type.colocation !== 'none' && featuresOf(type, shares).busy <= 1 + 1e-9 ? Math.min(1, type.cores) : type.cores;
}

/**
 * Returns the LP rows for powers. One row per zone defines its core power Q_b by its shares (cores by task type and
 * P-state). The other rows are the limits on Q, with the cooling power linearised; their unit is unit.powerW or C.
 */
function powerRowsOf({ model, plan, unit, redLined }: FinalLpRequest, columns: readonly ShareColumn[]): LinearRow[] {
  const C = model.cracs.length;
  const firstZone = 2 * C + model.taskNames.length;
  const first = firstZone + model.zones.length;
  const { cooling } = model.budget;
  const zones = model.zones.map((_, b) => ({ index: [firstZone + b], value: [1] }));
  for (const [n, { entry, task, choice }] of columns.entries()) {
    const { zone, nodes } = plan.classes[entry]!;
    const powerW = model.nodeTypes[typeOf(model, plan, entry)]!.tasks[task]!.powerW[choice]!;
    if (powerW === 0) continue;
    zones[zone]!.index.push(first + n);
    zones[zone]!.value.push((-nodes * powerW) / unit.powerW);
  }
  const state = zoneState(model, zonePowersW(model, plan));
  const heatW = cracHeatW(model, state, plan.setPointsC);
  return [
    ...zones.map(({ index, value }, b) => ({
      name: `power_${b}`,
      lower: 0,
      upper: 0,
      columnIndices: index,
      coefficients: value,
    })),
    ...powerRows(model, redLined, unit.powerW, state.nodePowerW).map((row, r): LinearRow => {
      const index: number[] = [];
      const value: number[] = [];
      let upper = row.limit * row.factor;
      const push = (column: number, coefficient: number): void => {
        if (coefficient === 0) return;
        index.push(column);
        value.push(coefficient);
      };
      for (let c = 0; c < C; c++) {
        if (row.kind === 'powerCap') {
          const perC = Math.max(0, heatW[c]!) * powerPerHeatSlope(cooling, plan.setPointsC[c]!) * row.factor;
          push(c, perC);
          push(C + c, unit.powerW * powerPerHeat(cooling, plan.setPointsC[c]!) * row.factor);
          upper += perC * plan.setPointsC[c]!;
        } else if (row.perSetPoint.length > 0) push(c, row.perSetPoint[c]! * row.factor);
      }
      if (row.kind === 'heat') push(C + row.where, -unit.powerW * row.factor);
      for (const [b, perW] of row.perW.entries()) push(firstZone + b, perW * unit.powerW * row.factor);
      return { name: `${row.kind}_${r}`, lower: -Infinity, upper, columnIndices: index, coefficients: value };
    }),
  ];
}

/**
 * Returns the shares, scaled down to at most `most` cores. This is needed because the engine keeps rows only to a
 * tolerance.
 */
function withinCores(shares: readonly Share[], most: number): Share[] {
  const busy = shares.reduce((sum, { cores }) => sum + cores, 0);
  return busy <= most ? [...shares] : shares.map((share) => ({ ...share, cores: (share.cores * most) / busy }));
}
