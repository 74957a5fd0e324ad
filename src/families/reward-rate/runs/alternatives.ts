/** Criteria of alternatives, in the order in which equals are preferred. */
export const CRITERIA = ['fewestSettings', 'fewestNodesOn', 'coolest', 'mostEven'] as const;

/** Criterion by which plans of nearly equal reward are told apart. */
export type Criterion = (typeof CRITERIA)[number];

/** Files of alternatives within the directory of a run, by criterion. */
export const ALTERNATIVE_FILES: Readonly<Record<Criterion, string>> = {
  fewestSettings: 'alternatives/fewest-settings.json',
  fewestNodesOn: 'alternatives/fewest-nodes-on.json',
  coolest: 'alternatives/coolest.json',
  mostEven: 'alternatives/most-even.json',
};

/** Figures of a plan, one per criterion; less is better in each. */
export interface Measures {
  /** Number of different settings of nodes: what the cores of a node type run, idling, each kind of standby. */
  readonly settings: number;
  /** Number of nodes that are not on standby. */
  readonly nodesOn: number;
  /** Hottest inlet, C. */
  readonly hottestInletC: number;
  /** Standard deviation of the node power of the racks, W. */
  readonly rackSpreadW: number;
}

/** Figure that each criterion lowers. */
export const MEASURE_OF: Readonly<Record<Criterion, keyof Measures>> = {
  fewestSettings: 'settings',
  fewestNodesOn: 'nodesOn',
  coolest: 'hottestInletC',
  mostEven: 'rackSpreadW',
};

/** A plan of nearly the best reward that is better in its criterion, judged by the checker. */
export interface Alternative {
  readonly criterion: Criterion;
  /** Reward rate by the checker, reward/s. */
  readonly objective: number;
  /** Reward that the best plan earns more, reward/s; below 0 where the alternative earns more. */
  readonly lost: number;
  readonly measures: Measures;
  /** Power at the meter, W. */
  readonly powerW: number;
  /** Nodes that are set otherwise than in the best plan. */
  readonly changedNodes: number;
}

/** Criterion without an alternative, and why. */
export interface NoAlternative {
  readonly criterion: Criterion;
  readonly reason: string;
}

/** Plans within a share of the best that differ most from it and from one another. */
export interface AlternativesRecord {
  /** Share of the best plan's reward that alternatives may lose. */
  readonly share: number;
  /** Least reward of an alternative, reward/s. */
  readonly leastRewardPerS: number;
  /** The best plan: its figures, and its power at the meter, W. */
  readonly best: Measures & { readonly powerW: number };
  /** Alternatives, the one that differs most first. */
  readonly plans: readonly Alternative[];
  readonly none: readonly NoAlternative[];
  /** Number of plans that the checker judged. */
  readonly judged: number;
  /** True if the search was cut before it came to its end: there may be better ones. */
  readonly cut: boolean;
}
