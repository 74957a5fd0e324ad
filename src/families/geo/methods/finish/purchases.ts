import { smallLpSolver } from '../bound/small-lp.js';

/** Least and most energy that a data centre may buy in an epoch in which a bought kWh earns money, kWh. */
export interface Purchase {
  readonly epoch: number;
  readonly leastKwh: number;
  readonly mostKwh: number;
  /** Price of a kWh; negative. */
  readonly usdPerKwh: number;
  readonly kgPerKwh: number;
  /** Energy bought for starts and stops of nodes, kWh; it is bought in any case and is not part of the range. */
  readonly besidesKwh: number;
}

/**
 * Purchases of one data centre, and its demand charges. `peakKwh` is the peak of the charge's period if each purchase
 * is at its minimum.
 */
export interface CentrePurchases {
  readonly purchases: readonly Purchase[];
  readonly periods: readonly {
    readonly usdPerKwh: number;
    readonly epochs: ReadonlySet<number>;
    readonly peakKwh: number;
  }[];
}

/** Maximum number of matrix entries of the LP that raises a data centre's demand peaks. Beyond it no peak is raised. */
const MAX_ENTRIES = 1_000_000;
/** Maximum number of bisections of the range of carbon prices: enough to fix the last bit of a double. */
const HALVINGS = 1100;

/**
 * Returns the energy to buy at least cost, kWh, indexed [centre][purchase]. These purchases cause at most `roomKg` more
 * carbon than the minimum purchases. They are found by bisection for the carbon price, at which data centres are
 * independent.
 */
export function bestPurchases(centres: readonly CentrePurchases[], roomKg: number): Float64Array[] {
  const at = (usdPerKg: number): Float64Array[] => centres.map((centre) => centrePurchases(centre, usdPerKg));
  const moreKg = (bought: readonly Float64Array[]): number =>
    centres.reduce(
      (sum, { purchases }, n) =>
        purchases.reduce((kg, { leastKwh, kgPerKwh }, k) => kg + (bought[n]![k]! - leastKwh) * kgPerKwh, sum),
      0,
    );
  let low = at(0);
  let lowKg = moreKg(low);
  if (lowKg <= roomKg) return low;
  let high: Float64Array[] = centres.map(({ purchases }) => Float64Array.from(purchases, ({ leastKwh }) => leastKwh));
  let highKg = 0;
  if (roomKg <= 0) return high;
  let lowUsd = 0;
  let highUsd = centres
    .flatMap(({ purchases }) => purchases)
    .reduce((most, { usdPerKwh, kgPerKwh }) => (kgPerKwh > 0 ? Math.max(most, -usdPerKwh / kgPerKwh) : most), 0);
  for (let n = 0; n < HALVINGS; n++) {
    const usdPerKg = (lowUsd + highUsd) / 2;
    if (usdPerKg <= lowUsd || usdPerKg >= highUsd) break;
    const bought = at(usdPerKg);
    const kg = moreKg(bought);
    if (kg > roomKg) [low, lowKg, lowUsd] = [bought, kg, usdPerKg];
    else [high, highKg, highUsd] = [bought, kg, usdPerKg];
  }
  const share = (roomKg - highKg) / (lowKg - highKg);
  return high.map((bought, n) => bought.map((kwh, k) => kwh + share * (low[n]![k]! - kwh)));
}

/** Returns how much one data centre should buy in each of its purchases, kWh, if a kg of carbon costs `usdPerKg`. */
function centrePurchases({ purchases, periods }: CentrePurchases, usdPerKg: number): Float64Array {
  const usd = purchases.map(({ usdPerKwh, kgPerKwh }) => usdPerKwh + usdPerKg * kgPerKwh);
  const raised = raisedPeaks(purchases, periods, usd);
  return Float64Array.from(purchases, ({ epoch, leastKwh, mostKwh, besidesKwh }, k) => {
    if (!(usd[k]! < 0)) return leastKwh;
    const under = periods.map(({ epochs, peakKwh }, p) =>
      epochs.has(epoch) ? peakKwh + raised[p]! - besidesKwh : Infinity,
    );
    return Math.max(leastKwh, Math.min(mostKwh, ...under));
  });
}

/**
 * Returns, for each demand charge p, the energy y_p by which its peak should be raised, kWh, from the linear program
 *
 * min sum of usd_t x_t + sum of usd_p y_p subject to x_t <= slack_t + y_p
 *
 * x_t is what epoch t buys beyond its minimum, and slack_t what epoch t may buy below the present peak.
 */
function raisedPeaks(
  purchases: readonly Purchase[],
  periods: CentrePurchases['periods'],
  usd: readonly number[],
): Float64Array {
  const over = (p: number, k: number): number => purchases[k]!.mostKwh + purchases[k]!.besidesKwh - periods[p]!.peakKwh;
  const pairs = periods.flatMap(({ epochs }, p) =>
    purchases.flatMap(({ epoch }, k) => (epochs.has(epoch) && usd[k]! < 0 && over(p, k) > 0 ? [{ p, k }] : [])),
  );
  const width = purchases.length + periods.length;
  if (pairs.length === 0 || pairs.length * width > MAX_ENTRIES) return new Float64Array(periods.length);
  const rows = new Float64Array(pairs.length * width);
  const rhs = new Float64Array(pairs.length);
  const upper = new Float64Array(width);
  for (const [k, { leastKwh, mostKwh }] of purchases.entries()) upper[k] = mostKwh - leastKwh;
  for (const [n, { p, k }] of pairs.entries()) {
    rows[n * width + k] = 1;
    rows[n * width + purchases.length + p] = -1;
    rhs[n] = periods[p]!.peakKwh - purchases[k]!.leastKwh - purchases[k]!.besidesKwh;
    upper[purchases.length + p] = Math.max(upper[purchases.length + p]!, over(p, k));
  }
  const solve = smallLpSolver({
    columns: width,
    rows,
    lower: new Float64Array(width),
    upper,
    mostPivots: 10 * (width + pairs.length),
  });
  const cost = Float64Array.from([...usd, ...periods.map(({ usdPerKwh }) => usdPerKwh)]);
  return solve(cost, rhs)
    .point.slice(purchases.length)
    .map((kwh, p) => Math.max(0, Math.min(upper[purchases.length + p]!, kwh)));
}
