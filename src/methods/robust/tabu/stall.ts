import type { ConstraintHandler, Quantiles } from '../handling.js';

/**
 * When local search ends (2.5.5.1, appendix B): after `hops` consecutive short-hops that together improved the solution by less than
 * `leastGain` of it, as the handler weighs it now.
 */
export class Stall {
  private reference: Quantiles = { makespanZ: 0, energyZ: 0 };
  private since = 0;

  constructor(
    private readonly handler: ConstraintHandler,
    private readonly hops: number,
    private readonly leastGain: number,
  ) {}

  /** A new solution to improve. */
  restart({ makespanZ, energyZ }: Quantiles): void {
    this.reference = { makespanZ, energyZ };
    this.since = 0;
  }

  /** After a short-hop with this outcome: whether the search has stalled. */
  hopEnds({ makespanZ, energyZ }: Quantiles): boolean {
    this.handler.hold(makespanZ, energyZ);
    if (this.handler.gainedOver(this.reference, this.leastGain)) this.restart({ makespanZ, energyZ });
    else this.since++;
    return this.since >= this.hops;
  }
}
