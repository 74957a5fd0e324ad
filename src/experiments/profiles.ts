/** Step of a function that has the value y from x on. */
export interface CurveStep {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns performance ratios (Dolan and More, Mathematical Programming 91, 2002): a solver's cost for a case divided by
 * the least cost of all solvers for this case. Rows are cases, columns are solvers. An unsolved case has cost and ratio
 * Infinity.
 *
 * @throws RangeError for costs that are not positive
 */
export function performanceRatios(costs: readonly (readonly number[])[]): number[][] {
  return costs.map((row) => {
    const wrong = row.find((cost) => !(cost > 0));
    if (wrong !== undefined) throw new RangeError(`A cost of ${wrong} has no ratio`);
    const least = Math.min(...row);
    return row.map((cost) => (cost === Infinity ? Infinity : cost / least));
  });
}

/**
 * Returns the cumulative distribution of values as a step function: y is the share of `total` cases with a value <= x.
 * For performance ratios, it is a performance profile. For the efforts at which cases were solved, it is a data profile
 * (More and Wild, SIAM Journal on Optimization 20, 2009). An infinite value marks an unsolved case.
 *
 * @throws RangeError for NaN and for more values than cases.
 */
export function profileSteps(values: readonly number[], total: number): CurveStep[] {
  if (values.some(Number.isNaN)) throw new RangeError('NaN has no place in a profile');
  if (values.length > total) throw new RangeError(`${values.length} values of ${total} cases`);
  const reached = Float64Array.from(values.filter((value) => value < Infinity)).sort();
  const steps: CurveStep[] = [];
  for (const [i, x] of reached.entries()) {
    if (reached[i + 1] !== x) steps.push({ x, y: (i + 1) / total });
  }
  return steps;
}

/** Step of a run's gap over effort. From the effort `at` on, the best plan has the relative gap `gap` (a fraction). */
export interface GapStep {
  readonly at: number;
  readonly gap: number;
}

/**
 * Returns the primal integral of a run (Berthold, Operations Research Letters 41, 2013): the integral of the gap over
 * effort, from 0 to `end`. Divided by `end` it is the mean gap. The gap is constant between steps. It counts as 1
 * before the first plan, and where it is above 1.
 *
 * @param steps gap of the run's best plan as a step function, ascending in `at`
 * @throws RangeError for an end that is not above 0, steps out of order, NaN and gaps below 0.
 */
export function primalIntegral(steps: readonly GapStep[], end: number): number {
  if (!(end > 0 && Number.isFinite(end))) throw new RangeError(`No integral goes to ${end}`);
  let [integral, reached, gap] = [0, 0, 1];
  for (const step of steps) {
    if (!(step.at >= reached && step.gap >= 0)) throw new RangeError(`No step has the gap ${step.gap} at ${step.at}`);
    if (step.at >= end) break;
    integral += gap * (step.at - reached);
    [reached, gap] = [step.at, Math.min(1, step.gap)];
  }
  return integral + gap * (end - reached);
}
