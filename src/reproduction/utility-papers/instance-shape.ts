/** The parts of a utility instance file that experiments read or change (docs/utility/instances.md). */
export interface UtilityShape {
  readonly name: string;
  readonly seed: number;
  readonly energyBudgetJPerDay?: number | undefined;
  readonly droppingThreshold?: number | 'none' | undefined;
  readonly urgencyUnitS?: number | undefined;
  readonly pools: readonly { readonly nodes: number }[];
  readonly arrivals: { readonly source: string; readonly burstSize?: number | undefined; readonly startS?: number };
  readonly preemption?: PreemptionFlags | undefined;
  readonly utility: { readonly classes: readonly object[] };
  readonly taskTypes: {
    readonly source: string;
    readonly groups?: readonly TypeGroup[];
    readonly powerFactors?: readonly number[];
  };
}

/** Probability that a task may preempt others, and probability that it may be preempted. */
interface PreemptionFlags {
  readonly mayPreempt?: number | undefined;
  readonly mayBePreempted?: number | undefined;
}

/** Task types with equal properties, in an instance with a two-level source of types. */
export interface TypeGroup {
  readonly name: string;
  readonly meanTimeS: number;
  readonly utilityClass?: string | undefined;
  readonly priorities?: readonly object[] | undefined;
}
