/** Recommendation in words, with its evidence, for a class of instances (docs/studies/recommendation.md). */
export interface Advice {
  /** Name of the class, as in the analysis. */
  readonly className: string;
  /**
   * Sentences to read in order: which method to use from which budget on. Where the study does not distinguish methods,
   * they say so.
   */
  readonly sentences: readonly string[];
  /**
   * Steps of the recommendation: the method to use from a budget on; empty where the study does not distinguish
   * methods.
   */
  readonly choices: readonly AdviceChoice[];
  /** Tests and counts behind each sentence. */
  readonly evidence: readonly string[];
  /** Sentences on the conditions under which the recommendation would be different. */
  readonly wouldChange: readonly string[];
}

export interface AdviceChoice {
  readonly fromTimeS: number | null;
  readonly fromSteps: number | null;
  /** Methods that no test tells apart: the recommended one first, then by rising cost. */
  readonly methods: readonly string[];
  /**
   * Methods, including the first, that are as good as the first by mean rank and about as cheap; any of them may be
   * used.
   */
  readonly equal: readonly string[];
  readonly medianGap: number | null;
}
