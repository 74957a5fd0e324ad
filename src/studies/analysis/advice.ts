/**
 * Recommendation of methods for one class (comparable runs), in words and with its evidence
 * (docs/studies/recommendation.md).
 */
export interface Advice {
  /** Name of the class, as in the analysis. */
  readonly className: string;
  /**
   * Sentences, in order: which method to use from which budget on, or that the study does not distinguish the methods.
   */
  readonly sentences: readonly string[];
  /** Recommended methods by ascending budget; empty if the study does not distinguish the methods. */
  readonly choices: readonly AdviceChoice[];
  /** Sentences on the tests and counts behind the recommendation. */
  readonly evidence: readonly string[];
  /** Sentences on what could change the recommendation. */
  readonly wouldChange: readonly string[];
}

export interface AdviceChoice {
  readonly fromTimeS: number | null;
  readonly fromSteps: number | null;
  /**
   * Methods that no test shows to be worse than the recommended one, which comes first. Equally good methods follow,
   * then the others, both by ascending time.
   */
  readonly methods: readonly string[];
  /** The recommended method, then those with the same mean rank and about the same time. */
  readonly equal: readonly string[];
  readonly medianGap: number | null;
}
