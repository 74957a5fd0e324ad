export interface PowerSplit {
  readonly idleW: number;
  readonly coresW: number;
  readonly coolingW: number;
  readonly upsLossW: number;
  readonly otherW: number;
  readonly totalW: number;
  readonly capW: number;
}
