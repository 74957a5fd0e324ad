/** Recommendation in words, with its evidence, per class of instances (docs/studies/recommendation.md). */
export interface Advice {
  /** Name of the class, as in the analysis. */
  readonly className: string;
  /** Sentences to read in order: which method from which budget on. Says "does not distinguish" where it does not. */
  readonly sentences: readonly string[];
  /** Steps of the recommendation: the method to take from a budget on; empty where the study does not distinguish. */
  readonly choices: readonly AdviceChoice[];
  /** Tests and counts behind each sentence. */
  readonly evidence: readonly string[];
  /** Conditions under which it would be another: sentences. */
  readonly wouldChange: readonly string[];
}

export interface AdviceChoice {
  readonly fromTimeS: number | null;
  readonly fromSteps: number | null;
  /** Methods that no test tells apart, the one to take first, then by rising cost. */
  readonly methods: readonly string[];
  /** Methods as good as the first by mean rank and about as cheap, itself among them: any of them may be taken. */
  readonly equal: readonly string[];
  readonly medianGap: number | null;
}
