import type { CoolingPerformance } from '../../facility/facility.js';
import { coefficientOfPerformance } from './crac.js';

/**
 * Returns an upper bound on the difference between 1 / CoP(T) and its chord between two set-points (C). With h = 1 /
 * CoP, it is
 *
 * max |h''| (to - from)^2 / 8,   h'' = (2 CoP'^2 - CoP CoP'') / CoP^3
 */
export function chordErrorOfInverseCop(cooling: CoolingPerformance, fromC: number, toC: number): number {
  const { quadraticPerC2: a, linearPerC: b } = cooling;
  const ends = [coefficientOfPerformance(cooling, fromC), coefficientOfPerformance(cooling, toC)];
  const vertexC = a === 0 ? NaN : -b / (2 * a);
  if (vertexC > fromC && vertexC < toC) ends.push(coefficientOfPerformance(cooling, vertexC));
  const slope = Math.max(Math.abs(2 * a * fromC + b), Math.abs(2 * a * toC + b));
  const bend = (2 * slope * slope + Math.max(...ends) * Math.abs(2 * a)) / Math.min(...ends) ** 3;
  return (bend * (toC - fromC) ** 2) / 8;
}
