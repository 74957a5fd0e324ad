import type { GeoMethodRequest, GeoMethodOutcome } from './outcome.js';
// A method's modules are loaded when it is first asked: names and summaries alone must cost nothing.

export interface GeoMethod {
  readonly name: string;
  readonly family: 'geo';
  readonly summary: string;
  /** True if the method also proves a lower bound on the cost. */
  readonly certifies: boolean;
  /** True if the method draws random numbers; otherwise its plan is the same for all seeds. */
  readonly stochastic: boolean;
  /**
   * Names of quick methods that also run if this method is stopped or leaves a gap. The cheapest plan of all these
   * methods is returned.
   */
  readonly siblings?: readonly string[];
  readonly solve: (input: GeoMethodRequest) => Promise<GeoMethodOutcome>;
}

/** All methods for geo instances; the first is the default. */
export const GEO_METHODS: readonly GeoMethod[] = [
  {
    name: 'gld-lp',
    family: 'geo',
    summary:
      'linear program over node configurations, all epochs at once, rounded to whole nodes, with its bound (default)',
    certifies: true,
    stochastic: false,
    siblings: ['gald-cl', 'fdld-cl'],
    solve: async (input) => (await import('./gld/gld-lp.js')).gldLpMethod(input),
  },
  {
    name: 'fdld-so',
    family: 'geo',
    summary: 'force-directed load distribution of the thesis, simple over-provisioning',
    certifies: false,
    stochastic: false,
    solve: async (input) => (await import('./fdld/fdld.js')).fdldSo(input),
  },
  {
    name: 'fdld-tao',
    family: 'geo',
    summary: 'the same with task-aware over-provisioning',
    certifies: false,
    stochastic: false,
    solve: async (input) => (await import('./fdld/fdld.js')).fdldTao(input),
  },
  {
    name: 'fdld-cl',
    family: 'geo',
    summary: 'the same with the co-location model',
    certifies: false,
    stochastic: false,
    solve: async (input) => (await import('./fdld/fdld.js')).fdldCl(input),
  },
  {
    name: 'gald-cl',
    family: 'geo',
    summary: 'genetic algorithm of the thesis over shares of arrival rates, greedy within data centres',
    certifies: false,
    stochastic: true,
    solve: async (input) => (await import('./gald/gald.js')).galdCl(input),
  },
  {
    name: 'even-split',
    family: 'geo',
    summary: 'work divided in proportion to capacity, whatever energy costs: what plans are compared with',
    certifies: false,
    stochastic: false,
    solve: async (input) => (await import('./gald/even-split.js')).evenSplit(input),
  },
];
export function geoMethodNamed(name: string): GeoMethod | undefined {
  return GEO_METHODS.find((method) => method.name === name);
}
