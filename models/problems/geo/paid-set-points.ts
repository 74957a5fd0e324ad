import { coefficientOfPerformance } from '../../physics/cooling/crac.js';
import type { GeoAllocation } from './allocation.js';
import { epochKwh, purchaseUsdPerKwh } from './cell-cost.js';
import { evaluateAllocation } from './evaluate.js';
import type { GeoCell } from './outcome.js';
import type { GeoProblem } from './problem.js';

/** Share of a limit that is left unused, for rounding (ours). */
const ROOM = 1e-9;
/** Number of halvings of a set-point range: enough for the last bit of a double. */
const HALVINGS = 60;

/**
 * Allocation with the same loads at the set-points that cost least. Where a kWh costs something that is the hottest
 * admissible one, which the allocation has; where it earns something (price and carbon's price together below 0) the
 * coldest, as far as the power cap, the carbon cap and the peaks that demand charges have anyway leave room: colder air
 * keeps every red line and moves no heat between units. Returned as it came where it breaks limits or where nothing is
 * gained.
 */
export function withPaidSetPoints(problem: GeoProblem, allocation: GeoAllocation): GeoAllocation {
  const { centres, epochCount } = problem;
  const paid = Array.from({ length: epochCount * centres.length }, (_, cell) => cell).filter((cell) => {
    const t = Math.floor(cell / centres.length);
    return purchaseUsdPerKwh(problem, centres[cell % centres.length]!, t) < 0;
  });
  if (paid.length === 0) return allocation;
  const before = evaluateAllocation(problem, allocation);
  if (before.violations.length > 0) return allocation;
  let carbonLeftKg = problem.carbonCapKg * (1 - ROOM) - before.carbonKg;
  const setPointsC = allocation.cells.map(({ setPointC }) => setPointC);
  // Where a kWh earns most first: the carbon cap may not have room for all.
  const priceOf = (cell: number): number =>
    purchaseUsdPerKwh(problem, centres[cell % centres.length]!, Math.floor(cell / centres.length));
  for (const cell of [...paid].sort((a, b) => priceOf(a) - priceOf(b) || a - b)) {
    const t = Math.floor(cell / centres.length);
    const d = cell % centres.length;
    const centre = centres[d]!;
    const now = before.cells[t]![d]!;
    const peaksKwh = centre.demandPeriods
      .filter(({ epochs }) => epochs.includes(t))
      .map(({ epochs }) => Math.max(...epochs.map((one) => before.cells[one]![d]!.gridKwh)));
    const kgPerKwh = centre.gramsPerKwh[t]! / 1000;
    const mostMoreKwh = Math.min(
      epochKwh(problem, centre.powerCapW * (1 - ROOM)) - epochKwh(problem, now.powerW),
      ...peaksKwh.map((peakKwh) => peakKwh - now.gridKwh),
      kgPerKwh > 0 ? Math.max(0, carbonLeftKg) / kgPerKwh : Infinity,
    );
    const moreKwh = (setPointC: number): number =>
      centre.powerOverhead * (cracKwhAt(now, centre.thermal.cooling, setPointC) - now.cracKwh);
    const chosenC = coldestC(centre.thermal.setPointMinC, setPointsC[cell]!, (c) => moreKwh(c) <= mostMoreKwh);
    if (chosenC >= setPointsC[cell]!) continue;
    setPointsC[cell] = chosenC;
    carbonLeftKg -= kgPerKwh * moreKwh(chosenC);
  }
  const cells = allocation.cells.map((one, cell) => ({ ...one, setPointC: setPointsC[cell]! }));
  const colder = { ...allocation, cells };
  const after = evaluateAllocation(problem, colder);
  return after.violations.length === 0 && after.costUsd < before.costUsd ? colder : allocation;
}

/** Energy of a cell's CRACs at this set-point, kWh. */
function cracKwhAt(
  { nodeKwh }: GeoCell,
  cooling: Parameters<typeof coefficientOfPerformance>[0],
  setPointC: number,
): number {
  return nodeKwh / coefficientOfPerformance(cooling, setPointC);
}

/** The coldest between both at which `fits`, which holds at `hotC` and from some temperature on. */
function coldestC(coldC: number, hotC: number, fits: (setPointC: number) => boolean): number {
  if (coldC >= hotC || fits(coldC)) return Math.min(coldC, hotC);
  let [low, high] = [coldC, hotC];
  for (let n = 0; n < HALVINGS; n++) {
    const middle = (low + high) / 2;
    if (fits(middle)) high = middle;
    else low = middle;
  }
  return high;
}
