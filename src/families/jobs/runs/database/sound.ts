import { designFaults, type DesignPoint, execute } from '../../../../../models/families/jobs/design-point.js';
import { type Front, leastProduct } from '../../../../../models/families/jobs/profile.js';
import type { TaskGraph } from '../../../../../models/families/jobs/task-graph.js';
import type { LocalFault } from '../../../../instances/fault.js';
import { MAX_FAULTS } from '../../../../runs/database/form.js';
import { marksOf, type ProfileContent, type ProfiledNodeType } from './content.js';
import { faultAt, type StatedContent } from './form.js';

/** Relative tolerance for stored times and energies. It allows for sums computed in another order. */
const SAME = 1e-9;

/**
 * Returns faults of a profile database, at most MAX_FAULTS: times and energies that do not match the designs, invalid
 * fronts, wrong marks. Runs rely on these times and energies.
 */
export function soundFaults({ content, marks }: StatedContent): LocalFault[] {
  const faults: LocalFault[] = [];
  for (const [t, row] of content.profiles.entries()) {
    for (const [n, profile] of row.entries()) {
      const own = marksOf(profile);
      for (const [k, front] of profile.fronts.entries()) {
        const at = `job type ${t}, node type ${n}, ${front.cores} cores`;
        faults.push(...frontFaults(front, `fronts, ${at}`));
        for (const [p, point] of front.points.entries()) {
          const path = `points, ${at}, point ${p}`;
          faults.push(...pointFaults(content, content.types[t]!.graphs[n]!, content.nodeTypes[n]!, point, path));
          const [stated, right] = [marks[t]![n]![k]![p]!, own[k]![p]!];
          if (stated.dominated !== right.dominated)
            faults.push(faultAt(`${path}, dominated`, Number(stated.dominated), String(Number(right.dominated))));
          if (stated.leastProduct !== right.leastProduct) {
            const allowed = String(Number(right.leastProduct));
            faults.push(faultAt(`${path}, least_product`, Number(stated.leastProduct), allowed));
          }
        }
        if (faults.length >= MAX_FAULTS) return faults.slice(0, MAX_FAULTS);
      }
    }
  }
  return faults;
}

function frontFaults({ points, proof }: Front, path: string): LocalFault[] {
  const wrong = points.findIndex(
    ({ timeS, energyJ }, p) => p > 0 && !(timeS > points[p - 1]!.timeS && energyJ < points[p - 1]!.energyJ),
  );
  if (wrong >= 0)
    return [faultAt(path, `point ${wrong}`, 'times that rise and energies that fall from point to point')];
  if (points.length === 0) {
    return proof.kind === 'exact' ? [faultAt(`${path}, proof`, 'exact', 'points: an exact front has some')] : [];
  }
  if (proof.kind !== 'bounded') return [];
  const { timeS, energyJ } = points[leastProduct(points)]!;
  if (proof.productBoundSJ <= timeS * energyJ * (1 + SAME)) return [];
  return [faultAt(`${path}, product_bound_sj`, proof.productBoundSJ, `at most the least product, ${timeS * energyJ}`)];
}

function pointFaults(
  { levelsOf }: ProfileContent,
  graph: TaskGraph,
  { power }: ProfiledNodeType,
  point: DesignPoint,
  path: string,
): LocalFault[] {
  const [fault] = designFaults(graph, point);
  if (fault !== undefined) return [faultAt(path, fault, 'a design that can be executed')];
  const { coreOf, levelOf } = point;
  const stray = levelOf.findIndex((level, task) => level !== levelOf[coreOf.indexOf(coreOf[task]!)]);
  if (levelsOf === 'core' && stray >= 0) {
    return [faultAt(`${path}, level_of`, `task ${stray} at level ${levelOf[stray]!}`, 'one level on each core')];
  }
  const { timeS, energyJ } = execute(graph, power, point);
  const found: LocalFault[] = [];
  if (!isSame(point.timeS, timeS)) found.push(faultAt(`${path}, time_s`, point.timeS, `${timeS}, as it takes`));
  if (!isSame(point.energyJ, energyJ))
    found.push(faultAt(`${path}, energy_j`, point.energyJ, `${energyJ}, as it draws`));
  return found;
}

function isSame(value: number, other: number): boolean {
  return Math.abs(value - other) <= SAME * Math.max(Math.abs(value), Math.abs(other));
}
