import type { ConstraintHandler, Quantiles } from '../handling.js';

/**
 * Stopping rule of local search (2.5.5.1, appendix B). Local search ends if the relative gain of `hops` consecutive
 * short hops together is less than `leastGain`.
 */
export class Stall {
  private reference: ReturnType<ConstraintHandler['weigh']>;
  private since = 0;

  constructor(
    private readonly handler: ConstraintHandler,
    private readonly hops: number,
    private readonly leastGain: number,
  ) {
    this.reference = handler.weigh({ makespanZ: 0, energyZ: 0 });
  }

  /** Begins to measure the gain anew, from the given solution. */
  restart(solution: Quantiles): void {
    this.reference = this.handler.weigh(solution);
    this.since = 0;
  }

  /** Records the quantiles after a short hop. Returns true if local search should end, because it gains too little. */
  hopEnds(outcome: Quantiles): boolean {
    this.handler.hold(outcome.makespanZ, outcome.energyZ);
    if (this.handler.gainedOver(this.reference, this.leastGain)) this.restart(outcome);
    else this.since++;
    return this.since >= this.hops;
  }
}
