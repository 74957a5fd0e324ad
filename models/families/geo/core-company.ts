/**
 * Group of `count` cores that each run the same time slices. A slice has a local task type, the index of its P-state
 * (`choice`), and a fraction of time, above 0. The fractions of a core sum to at most 1.
 */
export interface CoreLaw {
  readonly count: number;
  readonly slices: readonly { readonly task: number; readonly choice: number; readonly fraction: number }[];
}

/**
 * Probability distribution of what the other cores of a node run at a moment, as seen from one core. Entry k of each
 * list belongs to state k: its probability, number of busy cores, and sum of memory intensities.
 */
export interface Company {
  readonly probability: readonly number[];
  readonly active: readonly number[];
  readonly intensity: readonly number[];
}

/**
 * Maximum number of states of a node that are enumerated. A state is the number of cores on each task type. Our choice:
 * the checker's limit.
 */
export const MAX_STATES = 5e6;

/**
 * Returns the joint distribution of what the cores of a node run at a moment, except one core of the group with index
 * `without`. Cores are independent.
 *
 * In a group of n cores with time fractions p_1 .. p_m, the numbers k_1 .. k_m of cores on each slice have this
 * probability (index 0 means idle):
 *
 * n! / (k_1! .. k_m! k_0!) p_1^k_1 .. p_m^k_m p_0^k_0
 *
 * Distributions of groups are combined by convolution.
 *
 * @throws RangeError if there are more than MAX_STATES states
 */
export function companyWithout(
  laws: readonly CoreLaw[],
  without: number,
  tasks: readonly { readonly memoryIntensity: number }[],
): Company {
  const cores = laws.reduce((sum, { count }) => sum + count, 0) - 1;
  const used = [...new Set(laws.flatMap(({ slices }) => slices.map(({ task }) => task)))];
  const company = { probability: [] as number[], active: [] as number[], intensity: [] as number[] };
  const intensities = used.map((task) => tasks[task]!.memoryIntensity);
  const sharesOf = (law: CoreLaw): number[] =>
    used.map((task) => law.slices.reduce((sum, slice) => sum + (slice.task === task ? slice.fraction : 0), 0));
  if (laws.length === 1) {
    const { count } = laws[0]!;
    const shares = sharesOf(laws[0]!);
    if (jointStates(count - 1, shares.length + (idleOf(shares) > 0 ? 1 : 0)) > MAX_STATES)
      throw tooMany(used.length, cores);
    // No two states of one group are the same.
    multinomial(count - 1, shares, (counts, probability) => {
      addState(company, counts, intensities, probability);
    });
    return company;
  }
  // Counts as digits of one number, each up to the cores that may run its task type.
  const radices = used.map((task) =>
    laws.reduce((sum, { count, slices }) => sum + (slices.some((slice) => slice.task === task) ? count : 0), 1),
  );
  const strides: number[] = [];
  let stride = 1;
  for (const radix of radices) {
    strides.push(stride);
    stride *= radix;
  }
  if (stride > Number.MAX_SAFE_INTEGER) throw tooMany(used.length, cores);
  let joint = new Map<number, number>([[0, 1]]);
  for (const [g, law] of laws.entries()) {
    const count = law.count - (g === without ? 1 : 0);
    if (count === 0) continue;
    const group: [number, number][] = [];
    multinomial(count, sharesOf(law), (counts, chance) => {
      if (group.length * joint.size > 20 * MAX_STATES) throw tooMany(used.length, cores);
      group.push([counts.reduce((state, n, k) => state + n * strides[k]!, 0), chance]);
    });
    const next = new Map<number, number>();
    for (const [state, probability] of joint) {
      for (const [more, chance] of group) {
        const key = state + more;
        next.set(key, (next.get(key) ?? 0) + probability * chance);
      }
      if (next.size > MAX_STATES) throw tooMany(used.length, cores);
    }
    joint = next;
  }
  const counts = new Int32Array(used.length);
  for (const [state, probability] of joint) {
    let digits = state;
    for (const [k, radix] of radices.entries()) {
      counts[k] = digits % radix;
      digits = (digits - counts[k]) / radix;
    }
    addState(company, counts, intensities, probability);
  }
  return company;
}

function addState(
  company: { readonly probability: number[]; readonly active: number[]; readonly intensity: number[] },
  counts: Int32Array,
  intensities: readonly number[],
  probability: number,
): void {
  let active = 0;
  let intensity = 0;
  for (let k = 0; k < counts.length; k++) {
    active += counts[k]!;
    intensity += counts[k]! * intensities[k]!;
  }
  company.probability.push(probability);
  company.active.push(active);
  company.intensity.push(intensity);
}

/**
 * Calls `visit` for each way in which `count` cores with the same time fractions can be divided among slices at a
 * moment. `visit` gets the number of cores on each slice and the probability, if that is not 0. The array of numbers is
 * reused.
 */
function multinomial(
  count: number,
  shares: readonly number[],
  visit: (counts: Int32Array, probability: number) => void,
): void {
  const busy = sum(shares);
  // Fractions may miss 1 by rounding: the law stays a law, and no states are spent on it.
  const scale = busy > 1 ? 1 / busy : 1;
  const idle = idleOf(shares);
  const counts = new Int32Array(shares.length);
  const place = (k: number, left: number, probability: number): void => {
    if (k === shares.length) {
      const chance = left === 0 ? probability : probability * idle ** left;
      if (chance > 0) visit(counts, chance);
      return;
    }
    const share = shares[k]! * scale;
    let chance = probability;
    for (let n = 0; n <= left; n++) {
      if (n > 0) chance *= (share * (left - n + 1)) / n;
      if (chance === 0) break;
      counts[k] = n;
      place(k + 1, left - n, chance);
    }
  };
  place(0, count, 1);
}

function idleOf(shares: readonly number[]): number {
  const busy = sum(shares);
  return busy > 1 - 1e-14 ? 0 : 1 - busy;
}

function sum(shares: readonly number[]): number {
  return shares.reduce((total, share) => total + share, 0);
}

/** Returns the number of ways in which `cores` interchangeable cores can each have one of `choices` activities. */
export function jointStates(cores: number, choices: number): number {
  let ways = 1;
  for (let n = 1; n < choices; n++) ways *= (cores + n) / n;
  return Math.round(ways);
}

function tooMany(tasks: number, cores: number): RangeError {
  return new RangeError(`${cores + 1} cores dividing their time among ${tasks} task types have too many joint states`);
}
