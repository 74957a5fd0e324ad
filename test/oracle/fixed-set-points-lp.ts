import type { LinearColumn, LinearRow } from '../../models/forms/linear-program.js';
import { steadyTemperatures } from '../../src/check/temperatures.js';
import type { LpEngine } from '../../src/solvers/linear/engine.js';
import { optionsOfNode } from './brute-force.js';
import type { TinyFacility } from './tiny-random.js';
import { upsLines } from './ups-input.js';

const RHO_C = 1.204 * 1006;

/**
 * What mixtures of whole-node configurations earn at given set-points: one LP over all configurations, from the checker's temperatures.
 * For facilities without failed CRACs and rack limits. Null where nothing keeps the limits.
 */
export function fixedSetPointsLp(
  { instance, matrix }: TinyFacility,
  engine: LpEngine,
): (setPointsC: readonly number[]) => number | null {
  const { facility, limits, workload } = instance;
  const cracs = matrix.cracNames.length;
  const zones = matrix.zones;
  const types = zones.map(({ nodeType }) => facility.nodeTypes.find(({ name }) => name === nodeType)!);
  const optionsOf = new Map(facility.nodeTypes.map((type) => [type.name, optionsOfNode(instance, type)]));
  const at = (setPointsC: readonly number[], powersW: readonly number[]) =>
    steadyTemperatures(matrix, setPointsC, Float64Array.from(powersW), RHO_C)!;
  const unit = (length: number, one: number, value = 1): number[] =>
    Array.from({ length }, (_, n) => (n === one ? value : 0));
  const perC = matrix.cracNames.map((_, c) => at(unit(cracs, c), unit(zones.length, -1)));
  const perKW = zones.map((_, z) => at(unit(cracs, -1), unit(zones.length, z, 1000)));
  const idleKW = types.map((type, z) => (zones[z]!.nodeCount * type.idlePowerW) / (type.psuEfficiency ?? 1) / 1000);
  const { quadraticPerC2, linearPerC, constant } = facility.coolingPerformance;
  const tasks = workload.taskTypes.length;
  const choices = zones.flatMap((zone, z) => optionsOf.get(zone.nodeType)!.map((option) => ({ z, option })));
  const firstChoice = tasks + cracs;

  return (setPointsC) => {
    const inverseCop = setPointsC.map((T) => 1 / ((quadraticPerC2 * T + linearPerC) * T + constant));
    const column = (name: string, cost: number, upper: number): LinearColumn => ({ name, cost, lower: 0, upper });
    const columns = [
      ...workload.taskTypes.map((type, i) => column(`x${i}`, type.rewardPerTask, type.arrivalRatePerS)),
      ...setPointsC.map((_, c) => column(`c${c}`, 0, Infinity)),
      ...choices.map((_, n) => column(`z${n}`, 0, Infinity)),
    ];
    const rows: LinearRow[] = [];
    const add = (
      upper: number,
      side: readonly (readonly [number, number])[],
      of: (choice: (typeof choices)[number]) => number,
    ): void => {
      const entries = choices.flatMap((choice, n) => {
        const value = of(choice);
        return value === 0 ? [] : [[firstChoice + n, value] as const];
      });
      const all = [...side, ...entries];
      rows.push({
        name: `r${rows.length}`,
        lower: -Infinity,
        upper,
        columnIndices: all.map(([j]) => j),
        coefficients: all.map(([, value]) => value),
      });
    };
    /** What set-points and idle nodes bring about. */
    const base = (of: (state: (typeof perC)[number]) => number): number =>
      setPointsC.reduce((sum, T, c) => sum + T * of(perC[c]!), 0) +
      idleKW.reduce((sum, kW, z) => sum + kW * of(perKW[z]!), 0);
    for (let i = 0; i < tasks; i++) add(0, [[i, 1]], ({ option }) => -option.ratePerS[i]!);
    for (const [z, { nodeCount }] of zones.entries()) add(nodeCount, [], (choice) => (choice.z === z ? 1 : 0));
    for (const k of zones.keys()) {
      add(
        limits.redLineC - base((state) => state.zoneInletC[k]!),
        [],
        ({ z, option }) => (perKW[z]!.zoneInletC[k]! * option.coreW) / 1000,
      );
    }
    for (const c of perC.keys()) {
      const heatKW = base((state) => state.cracHeatW[c]!) / 1000;
      add(
        -inverseCop[c]! * heatKW,
        [[tasks + c, -1]],
        ({ z, option }) => (inverseCop[c]! * perKW[z]!.cracHeatW[c]! * option.coreW) / 1e6,
      );
    }
    const idleSum = idleKW.reduce((sum, kW) => sum + kW, 0);
    for (const { perW, atZeroW } of upsLines(facility, 1000 * idleSum, limits.powerCapW)) {
      add(
        (limits.powerCapW - (facility.otherLoadW ?? 0) - atZeroW) / 1000 - idleSum * perW,
        setPointsC.map((_, c) => [tasks + c, 1] as const),
        ({ option }) => (option.coreW / 1000) * perW,
      );
    }
    const session = engine.open({ sense: 'maximize', columns, rows });
    try {
      const answer = session.solve();
      return answer.proven === 'optimal' && answer.point !== null ? answer.point.objective : null;
    } finally {
      session.dispose();
    }
  };
}

/** The best set-points about `start` by a pattern search, and what they earn. */
export function bestFixedSetPoints(
  facility: TinyFacility,
  engine: LpEngine,
  start: readonly number[],
): { readonly rewardPerS: number; readonly setPointsC: readonly number[] } {
  const value = fixedSetPointsLp(facility, engine);
  const { cracs } = facility.instance.facility;
  let best = { rewardPerS: value(start) ?? -Infinity, setPointsC: start };
  for (let stepC = 0.4; stepC > 0.002;) {
    let moved = false;
    for (const [c, { setPointMinC, setPointMaxC }] of cracs.entries()) {
      for (const byC of [stepC, -stepC]) {
        const setPointsC = best.setPointsC.with(
          c,
          Math.min(setPointMaxC, Math.max(setPointMinC, best.setPointsC[c]! + byC)),
        );
        const rewardPerS = value(setPointsC) ?? -Infinity;
        if (rewardPerS <= best.rewardPerS) continue;
        best = { rewardPerS, setPointsC };
        moved = true;
      }
    }
    if (!moved) stepC /= 3;
  }
  return best;
}
