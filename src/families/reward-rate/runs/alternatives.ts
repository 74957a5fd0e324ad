/**
 * Criteria by which an alternative plan may be better than the best plan: the value in Measures that each minimises, and
 * the plan's file in the directory of a run. If two alternatives differ equally from the plans chosen before, the
 * alternative of the criterion that comes first here is taken.
 */
export const CRITERIA = {
  fewestSettings: { measure: 'settings', file: 'alternatives/fewest-settings.json' },
  fewestNodesOn: { measure: 'nodesOn', file: 'alternatives/fewest-nodes-on.json' },
  coolest: { measure: 'hottestInletC', file: 'alternatives/coolest.json' },
  mostEven: { measure: 'rackSpreadW', file: 'alternatives/most-even.json' },
} as const satisfies Readonly<Record<string, { readonly measure: keyof Measures; readonly file: string }>>;

export type Criterion = keyof typeof CRITERIA;

/** Values of the criteria for one plan; smaller is better. */
export interface Measures {
  /**
   * Number of different node settings in the plan. A setting is what the cores of a node type run, idling, or a kind of
   * standby.
   */
  readonly settings: number;
  /** Number of nodes that are not on standby. */
  readonly nodesOn: number;
  readonly hottestInletC: number;
  /** Standard deviation over racks of their node power, W. */
  readonly rackSpreadW: number;
}

/** Plan with nearly the best reward that is better by one criterion. */
export interface Alternative {
  readonly criterion: Criterion;
  /** Reward rate computed by the checker, reward/s. */
  readonly objective: number;
  /** Reward lost compared with the best plan, reward/s; negative if it earns more. */
  readonly lost: number;
  readonly measures: Measures;
  /** Power at the meter, W. */
  readonly powerW: number;
  /** Number of nodes whose work or standby state differs from the best plan. */
  readonly changedNodes: number;
}

export interface NoAlternative {
  readonly criterion: Criterion;
  readonly reason: string;
}

/** Plans of nearly the best reward that differ most from the best plan and from each other. */
export interface AlternativesRecord {
  /** Largest fraction of the best plan's reward that an alternative may lose. */
  readonly share: number;
  /** Reward that an alternative must at least earn, reward/s. */
  readonly leastRewardPerS: number;
  /** Values of the criteria for the best plan, and its power at the meter, W. */
  readonly best: Measures & { readonly powerW: number };
  /** Alternatives in the order chosen: each differs most from the best plan and from those chosen before it. */
  readonly plans: readonly Alternative[];
  readonly none: readonly NoAlternative[];
  /** Number of plans that the checker evaluated in the search. */
  readonly judged: number;
  /** True if the search was stopped early, so that better alternatives may exist. */
  readonly cut: boolean;
}
