import type { LinearProgram, LinearRow } from '../../models/forms/linear-program.js';
import type { TemplatesModel } from '../../models/families/templates/model.js';
import type { LpEngine } from '../../src/solvers/linear/engine.js';

export interface PlainState {
  readonly runningCores: readonly number[];
  readonly arrivingWorkPerS: number;
  readonly powerLimitW: number;
}

/** Set-points tried: a grid of so many steps, then so many steps of golden section around each of the best two. */
export interface PlainSearch {
  readonly points: number;
  readonly steps: number;
}

/**
 * Eq. 67 the plain way: at each set-point the linear-fractional program as one LP (Charnes and Cooper: y = s U, s = 1 / nodes' power), all rows
 * written out; set-points on a grid, then by golden section around the best two. Best quotient of one vent combination, tasks/J; null: infeasible.
 */
export function plainTemplate(
  engine: LpEngine,
  model: TemplatesModel,
  vents: number,
  state: PlainState,
  { points, steps }: PlainSearch = { points: 30, steps: 28 },
): number | null {
  const { setPointMinC: fromC, setPointMaxC: toC } = model;
  const at = (setPointC: number): number => fixedSetPoint(engine, model, vents, setPointC, state) ?? -1;
  // Infeasible from somewhere on: the grid covers what is feasible.
  let highestC = toC;
  const running = model.blocks.map(
    ({ idleW, busyW, quadrant }) => idleW + (busyW * state.runningCores[quadrant]!) / model.quadrants[quadrant]!.cores,
  );
  const rise = model.outletRiseKPerW[vents]!;
  model.blocks.forEach((_, i) => {
    const above = running.reduce((sum, power, b) => sum + rise[i * running.length + b]! * power, 0);
    highestC = Math.min(highestC, model.outletLimitC - above);
  });
  if (highestC < fromC) return null;
  const grid = Array.from({ length: points + 1 }, (_, k) => fromC + ((highestC - fromC) * k) / points);
  const values = grid.map(at);
  const order = values.map((_, k) => k).sort((one, other) => values[other]! - values[one]!);
  let best = values[order[0]!]!;
  for (const k of order.slice(0, 2)) {
    let low = grid[Math.max(0, k - 1)]!;
    let high = grid[Math.min(points, k + 1)]!;
    const golden = (Math.sqrt(5) - 1) / 2;
    let one = high - golden * (high - low);
    let other = low + golden * (high - low);
    let [atOne, atOther] = [at(one), at(other)];
    for (let step = 0; step < steps; step += 1) {
      best = Math.max(best, atOne, atOther);
      // Both infeasible: it is too hot here.
      if (atOne >= atOther) {
        [high, other, atOther] = [other, one, atOne];
        one = high - golden * (high - low);
        atOne = at(one);
      } else {
        [low, one, atOne] = [one, other, atOther];
        other = low + golden * (high - low);
        atOther = at(other);
      }
    }
  }
  return best < 0 ? null : best;
}

/** The greatest quotient at one set-point, tasks/J; null: infeasible. */
export function fixedSetPoint(
  engine: LpEngine,
  model: TemplatesModel,
  vents: number,
  setPointC: number,
  state: PlainState,
): number | null {
  const { blocks, quadrants, cooling } = model;
  const rise = model.outletRiseKPerW[vents]!;
  const cop = (cooling.quadraticPerC2 * setPointC + cooling.linearPerC) * setPointC + cooling.constant;
  const share = cop / (1 + cop);
  const lower = blocks.map(({ quadrant }) => state.runningCores[quadrant]! / quadrants[quadrant]!.cores);
  const work = blocks.reduce((sum, { workPerS }) => sum + workPerS, 0);
  const existing = blocks.reduce((sum, { workPerS }, b) => sum + workPerS * lower[b]!, 0);
  const top = Math.min(work, existing + state.arrivingWorkPerS);
  // Power in units of idle power and work in units of all cores': numbers near 1.
  const unitW = blocks.reduce((sum, { idleW }) => sum + idleW, 0);
  const all = blocks.map((_, b) => b);
  const s = blocks.length;
  const rows: LinearRow[] = [
    row('power', 1, 1, [...all, s], [...blocks.map(({ busyW }) => busyW / unitW), 1]),
    row('work', -Infinity, 0, [...all, s], [...blocks.map(({ workPerS }) => workPerS / work), -top / work]),
  ];
  for (const i of all) {
    const idleK = blocks.reduce((sum, { idleW }, b) => sum + rise[i * s + b]! * idleW, 0);
    const coefficients = blocks.map(({ busyW }, b) => (rise[i * s + b]! * busyW) / 10);
    rows.push(
      row(`outlet ${i}`, -Infinity, 0, [...all, s], [...coefficients, -(model.outletLimitC - setPointC - idleK) / 10]),
    );
    rows.push(row(`least ${i}`, 0, Infinity, [i, s], [1, -lower[i]!]));
    rows.push(row(`most ${i}`, -Infinity, 0, [i, s], [1, -1]));
  }
  const program: LinearProgram = {
    sense: 'maximize',
    columns: [
      ...blocks.map(({ workPerS }, b) => ({ name: `y${b}`, cost: workPerS / work, lower: 0, upper: Infinity })),
      { name: 's', cost: 0, lower: unitW / (state.powerLimitW * share), upper: Infinity },
    ],
    rows,
  };
  const session = engine.open(program);
  try {
    const answer = session.solve({ primalTolerance: 1e-9, dualTolerance: 1e-9 });
    if (answer.proven !== 'optimal' || answer.point === null) return null;
    return (answer.point.objective * work * share) / unitW;
  } finally {
    session.dispose();
  }
}

function row(name: string, lower: number, upper: number, columnIndices: number[], coefficients: number[]): LinearRow {
  return { name, lower, upper, columnIndices, coefficients };
}
