import type { LinearColumn, LinearRow } from '../../../../../models/forms/linear-program.js';
import { powerPerHeat, powerPerHeatSlope } from '../../../../../models/physics/cooling/crac.js';
import type { CompiledNodeType } from '../../../../../models/facility/compiled.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { cracHeatW } from '../../../../../models/facility/room-state.js';
import { zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { featuresOf, type Share, shareTimeS } from '../node-shares.js';
import { lpRow } from '../room-program/lp-parts.js';
import { type DiscretePlan, isNegligible, zonePowersW } from './discrete-plan.js';
import { powerRows, type RowChoice } from './power-rows.js';
import type { NodeClass, RelaxationUnits } from './relaxation.js';

export interface FinalLpRequest extends RowChoice {
  readonly model: RewardRateModel;
  readonly plan: DiscretePlan;
  readonly unit: RelaxationUnits;
  readonly engine: LpEngine;
  /** Maximum change of each share (cores on one task type and P-state) in this LP, in cores. */
  readonly reach: number;
  /** Maximum change of each set-point in this LP, C. */
  readonly reachC: number;
  /** True if the LP may also use the neighbours of the plan's P-states. */
  readonly neighbours: boolean;
}

/** Class of equal nodes with the shares that are columns of the LP; `first` is the index of the first column. */
interface LpBlock extends NodeClass {
  readonly shares: readonly Share[];
  readonly first: number;
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
  const { model, plan, engine, unit, reach } = input;
  const side = sideColumns(input);
  let next = side.length;
  const blocks = plan.classes.map((of): LpBlock => {
    const shares = input.neighbours ? withNeighbours(of.type, of.shares) : of.shares;
    const first = next;
    next += shares.length;
    return { ...of, shares, first };
  });
  const session = engine.open({
    sense: 'maximize',
    columns: [
      ...side,
      ...blocks.flatMap(({ type, shares, first }, entry) =>
        shares.map(({ task, choice, cores }, n): LinearColumn => ({
          name: `n_${entry}_${task}_${choice}_${first + n - side.length}`,
          cost: 0,
          lower: Math.max(0, cores - reach),
          upper: Math.min(type.cores, cores + reach),
        })),
      ),
    ],
    rows: [
      ...rateRows(input, blocks),
      ...blocks.map(({ type, shares, first }, entry) =>
        lpRow(
          `cores_${entry}`,
          -Infinity,
          mostBusyCores(type, shares),
          shares.map((_, n) => [first + n, 1]),
        ),
      ),
      ...powerRowsOf(input, blocks),
    ],
  });
  try {
    const answer = session.solve();
    if (answer.proven !== 'optimal' || answer.point === null) return null;
    const values = answer.point.columnValues;
    const classes = blocks.map(({ shares, first, ...of }) => {
      const found = shares.map((share, n) => ({ ...share, cores: Math.max(0, values[first + n]!) }));
      const kept = found.filter((share) => !isNegligible(model, of, share, unit.reward));
      return { ...of, shares: withinCores(kept, of.type.cores) };
    });
    return { classes, setPointsC: plan.setPointsC.map((_, c) => values[c]!) };
  } finally {
    session.dispose();
  }
}

/** Returns the shares, then for each of them no cores in the next faster and the next slower P-state that is not used. */
function withNeighbours({ tasks }: CompiledNodeType, shares: readonly Share[]): Share[] {
  const all = [...shares];
  const known = new Set(shares.map(({ task, choice }) => `${task}/${choice}`));
  for (const { task, choice } of shares) {
    for (const next of [choice - 1, choice + 1]) {
      const key = `${task}/${next}`;
      if (tasks[task]!.pStates[next] === undefined || known.has(key)) continue;
      known.add(key);
      all.push({ task, choice: next, cores: 0 });
    }
  }
  return all;
}

/**
 * Returns the LP columns T (set-point) and q (heat) by CRAC, x (rate) by task type and Q (core power) by zone. Their
 * names appear in exported files.
 */
function sideColumns({ model, plan, unit, reachC }: FinalLpRequest): LinearColumn[] {
  const { cracs, rewardPerTask, arrivalRatePerS } = model;
  const column = (name: string, lower: number, upper: number, cost = 0): LinearColumn => ({ name, cost, lower, upper });
  return [
    ...cracs.map(({ setPointMinC, setPointMaxC }, c) => {
      const setPointC = Math.min(Math.max(plan.setPointsC[c]!, setPointMinC), setPointMaxC);
      return column(`T_${c}`, Math.max(setPointMinC, setPointC - reachC), Math.min(setPointMaxC, setPointC + reachC));
    }),
    ...cracs.map((crac, c) => column(`q_${c}`, 0, crac.capacityW / unit.powerW)),
    ...model.taskNames.map((_, i) => {
      const cost = (rewardPerTask[i]! * unit.rate[i]!) / unit.reward;
      return column(`x_${i}`, 0, arrivalRatePerS[i]! / unit.rate[i]!, cost);
    }),
    ...model.zones.map((_, b) => column(`Q_${b}`, 0, Infinity)),
  ];
}

type Entries = (readonly [column: number, coefficient: number])[];

/**
 * Returns the LP rows x_i - rates <= 0, one for each task type i. x_i is the completion rate of the type. The rates are
 * linear in the shares (cores by task type and P-state).
 */
function rateRows({ model, unit }: FinalLpRequest, blocks: readonly LpBlock[]): LinearRow[] {
  const rows = model.taskNames.map((_, i) => ({ entries: [[2 * model.cracs.length + i, 1]] as Entries, rhs: 0 }));
  for (const { type, nodes, shares, first } of blocks) {
    const features = featuresOf(type, shares);
    const gradient = shares.map(() => new Float64Array(rows.length));
    for (const [n, share] of shares.entries()) {
      const timeS = shareTimeS(type, share, features);
      if (!(timeS > 0)) continue;
      const i = type.tasks[share.task]!.task;
      gradient[n]![i]! += 1 / timeS;
      if (share.cores === 0) continue;
      for (const [j, other] of shares.entries()) {
        gradient[j]![i]! -= (share.cores / timeS ** 2) * timeSlope(type, share, other.task, features);
      }
      // The constant of the expansion: rate - gradient x cores, summed over shares below.
      rows[i]!.rhs += (nodes * share.cores) / timeS / unit.rate[i]!;
    }
    for (const [n, { cores }] of shares.entries()) {
      for (const [i, row] of rows.entries()) {
        const value = (nodes * gradient[n]![i]!) / unit.rate[i]!;
        if (value === 0) continue;
        row.entries.push([first + n, -value]);
        row.rhs -= value * cores;
      }
    }
  }
  return rows.map(({ entries, rhs }, i) => lpRow(`rate_${i}`, -Infinity, rhs, entries));
}

/** Returns the derivative of a share's time CET by the number of cores on another task of the node, s per core. */
function timeSlope(
  type: CompiledNodeType,
  share: Share,
  other: number,
  { busy, neighbours, averageIntensity }: ReturnType<typeof featuresOf>,
): number {
  const { coefficients, memoryIntensity, timeS } = type.tasks[share.task]!;
  if (type.colocation === 'none') return 0;
  if (type.colocation === 'anchored') {
    const delayS = shareTimeS(type, share, { neighbours, averageIntensity }) - timeS[share.choice]!;
    const kept =
      coefficients.perNeighbourS * neighbours +
      coefficients.perAverageIntensityS * (averageIntensity - memoryIntensity);
    if (delayS === 0 && kept < 0) return 0;
  }
  const perCore = busy >= 1 ? coefficients.perNeighbourS : 0;
  return perCore + (coefficients.perAverageIntensityS * (type.tasks[other]!.memoryIntensity - averageIntensity)) / busy;
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
function powerRowsOf({ model, plan, unit, redLined, points }: FinalLpRequest, blocks: readonly LpBlock[]): LinearRow[] {
  const C = model.cracs.length;
  const firstZone = 2 * C + model.taskNames.length;
  const { cooling } = model.budget;
  const ofZone = model.zones.map((_, b): Entries => [[firstZone + b, 1]]);
  for (const { zone, nodes, type, shares, first } of blocks) {
    for (const [n, { task, choice }] of shares.entries()) {
      const powerW = type.tasks[task]!.powerW[choice]!;
      if (powerW !== 0) ofZone[zone]!.push([first + n, (-nodes * powerW) / unit.powerW]);
    }
  }
  const state = zoneState(model, zonePowersW(model, plan));
  const rows = { redLined, points: [...points, state.zonePowerW] };
  const heatW = cracHeatW(model, state, plan.setPointsC);
  return [
    ...ofZone.map((entries, b) => lpRow(`power_${b}`, 0, 0, entries)),
    ...powerRows(model, rows, unit.powerW).map((row, r): LinearRow => {
      const entries: Entries = [];
      let upper = row.limit * row.factor;
      for (let c = 0; c < C; c++) {
        if (row.kind === 'powerCap') {
          const perC = Math.max(0, heatW[c]!) * powerPerHeatSlope(cooling, plan.setPointsC[c]!) * row.factor;
          entries.push([c, perC], [C + c, unit.powerW * powerPerHeat(cooling, plan.setPointsC[c]!) * row.factor]);
          upper += perC * plan.setPointsC[c]!;
        } else if (row.perSetPoint.length > 0) entries.push([c, row.perSetPoint[c]! * row.factor]);
      }
      if (row.kind === 'heat') entries.push([C + row.where, -unit.powerW * row.factor]);
      for (const [b, perW] of row.perW.entries()) entries.push([firstZone + b, perW * unit.powerW * row.factor]);
      return lpRow(
        `${row.kind}_${r}`,
        -Infinity,
        upper,
        entries.filter(([, coefficient]) => coefficient !== 0),
      );
    }),
  ];
}

/**
 * Returns the shares, scaled down to at most `most` cores. This is needed because the engine keeps rows only to a
 * tolerance.
 */
function withinCores(shares: readonly Share[], most: number): readonly Share[] {
  const busy = shares.reduce((sum, { cores }) => sum + cores, 0);
  return busy <= most ? shares : shares.map((share) => ({ ...share, cores: (share.cores * most) / busy }));
}
