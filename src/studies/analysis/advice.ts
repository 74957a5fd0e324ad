/**
 * Recommendation of methods for one class (group of comparable runs), in words and with its evidence
 * (docs/studies/recommendation.md).
 */
export interface Advice {
  /** Name of the class of comparable runs, as in the analysis. */
  readonly className: string;
  /**
   * Sentences to be read in order: which method to use from which budget on. If the study does not distinguish the
   * methods, the sentences say so.
   */
  readonly sentences: readonly string[];
  /** Recommended methods by budget, in ascending order; empty if the study does not distinguish the methods. */
  readonly choices: readonly AdviceChoice[];
  /** Sentences on the tests and counts that support the recommendation. */
  readonly evidence: readonly string[];
  /** Sentences on what could change the recommendation. */
  readonly wouldChange: readonly string[];
}

export interface AdviceChoice {
  readonly fromTimeS: number | null;
  readonly fromSteps: number | null;
  /**
   * The recommended method, followed by the methods that no test shows to be worse: first the equally good ones, then
   * the others, each in ascending order of time.
   */
  readonly methods: readonly string[];
  /** The recommended method, followed by methods with the same mean rank that take about the same time. */
  readonly equal: readonly string[];
  readonly medianGap: number | null;
}
