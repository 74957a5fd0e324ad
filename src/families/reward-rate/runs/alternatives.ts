/**
 * Criteria by which alternative plans are better than the best plan. If two alternatives differ equally from the plans
 * chosen before, that of the earlier criterion is taken.
 */
export const CRITERIA = ['fewestSettings', 'fewestNodesOn', 'coolest', 'mostEven'] as const;

/** Criterion that distinguishes plans with nearly equal reward. */
export type Criterion = (typeof CRITERIA)[number];

/** Name of each criterion's plan file in the directory of a run. */
export const ALTERNATIVE_FILES: Readonly<Record<Criterion, string>> = {
  fewestSettings: 'alternatives/fewest-settings.json',
  fewestNodesOn: 'alternatives/fewest-nodes-on.json',
  coolest: 'alternatives/coolest.json',
  mostEven: 'alternatives/most-even.json',
};

/** Figures of a plan, one for each criterion; smaller is better. */
export interface Measures {
  /**
   * Number of different node settings. A setting is what the cores of a node type run, or idling, or a kind of standby.
   */
  readonly settings: number;
  /** Number of nodes that are not on standby. */
  readonly nodesOn: number;
  /** Temperature of the hottest inlet, C. */
  readonly hottestInletC: number;
  /** Standard deviation over racks of their node power, W. */
  readonly rackSpreadW: number;
}

/** Figure that each criterion minimises. */
export const MEASURE_OF: Readonly<Record<Criterion, keyof Measures>> = {
  fewestSettings: 'settings',
  fewestNodesOn: 'nodesOn',
  coolest: 'hottestInletC',
  mostEven: 'rackSpreadW',
};

/** A plan with nearly the best reward that is better by one criterion, evaluated by the checker. */
export interface Alternative {
  readonly criterion: Criterion;
  /** Reward rate computed by the checker, reward/s. */
  readonly objective: number;
  /** Reward lost compared with the best plan, reward/s; negative if the alternative earns more. */
  readonly lost: number;
  readonly measures: Measures;
  /** Power at the meter, W. */
  readonly powerW: number;
  /** Number of nodes that run something else, idle or sleep differently than in the best plan. */
  readonly changedNodes: number;
}

/** Criterion for which no alternative was found, and the reason. */
export interface NoAlternative {
  readonly criterion: Criterion;
  readonly reason: string;
}

/** Plans within a given fraction of the best reward that differ most from the best plan and from each other. */
export interface AlternativesRecord {
  /** Fraction of the best plan's reward that alternatives may lose. */
  readonly share: number;
  /** Minimum reward of an alternative, reward/s. */
  readonly leastRewardPerS: number;
  /** Figures of the best plan, and its power at the meter, W. */
  readonly best: Measures & { readonly powerW: number };
  /** Alternatives, the most different first. */
  readonly plans: readonly Alternative[];
  readonly none: readonly NoAlternative[];
  /** Number of plans evaluated by the checker. */
  readonly judged: number;
  /** True if the search was stopped early, so that better alternatives may exist. */
  readonly cut: boolean;
}
