import type { Ups } from '../../models/facility/ups.js';

/**
 * A UPS whose efficiency depends on its load, for tests: U(S) = S + a + b S + c S^2 / rated, with the loss without load
 * a (`noLoadW`), b (`perW`), and c (`squared`).
 */
export class QuadraticUps implements Ups {
  constructor(
    readonly noLoadW: number,
    readonly perW: number,
    readonly squared: number,
    readonly ratedW: number,
  ) {}

  inputW(nodePowerW: number): number {
    return nodePowerW + this.noLoadW + this.perW * nodePowerW + (this.squared * nodePowerW ** 2) / this.ratedW;
  }

  inputPerW(nodePowerW: number): number {
    return 1 + this.perW + (2 * this.squared * nodePowerW) / this.ratedW;
  }

  outputW(availableW: number, besidePerW: number): number {
    // The greater root of c S^2 / rated + (1 + b + beside) S = available - a, in the form without cancellation.
    const leftW = availableW - this.noLoadW;
    if (leftW <= 0) return 0;
    const linear = 1 + this.perW + besidePerW;
    return (2 * leftW) / (linear + Math.sqrt(linear ** 2 + (4 * this.squared * leftW) / this.ratedW));
  }
}
