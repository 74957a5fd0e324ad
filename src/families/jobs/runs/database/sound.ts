import { designFaults, type DesignPoint, execute } from '../../../../../models/problems/jobs/design-point.js';
import { type Front, leastProduct } from '../../../../../models/problems/jobs/profile.js';
import type { TaskGraph } from '../../../../../models/problems/jobs/task-graph.js';
import type { LocalProblem } from '../../../../instances/problem.js';
import { MAX_PROBLEMS } from '../../../../runs/database/form.js';
import { marksOf, type ProfileContent, type ProfiledNodeType } from './content.js';
import { problemAt, type StatedContent } from './form.js';

/** Tolerance of figures, relative: another order of adding may change their last digits. */
const SAME = 1e-9;

/**
 * Problems of points that do not do what they say, of fronts that are none, and of marks that are wrong; at most MAX_PROBLEMS. Whoever runs jobs at
 * these points believes their times and energies.
 */
export function soundProblems({ content, marks }: StatedContent): LocalProblem[] {
  const problems: LocalProblem[] = [];
  for (const [t, row] of content.profiles.entries()) {
    for (const [n, profile] of row.entries()) {
      const own = marksOf(profile);
      for (const [k, front] of profile.fronts.entries()) {
        const at = `job type ${t}, node type ${n}, ${front.cores} cores`;
        problems.push(...frontProblems(front, `fronts, ${at}`));
        for (const [p, point] of front.points.entries()) {
          const path = `points, ${at}, point ${p}`;
          problems.push(...pointProblems(content, content.types[t]!.graphs[n]!, content.nodeTypes[n]!, point, path));
          const [stated, right] = [marks[t]![n]![k]![p]!, own[k]![p]!];
          if (stated.dominated !== right.dominated)
            problems.push(problemAt(`${path}, dominated`, Number(stated.dominated), String(Number(right.dominated))));
          if (stated.leastProduct !== right.leastProduct) {
            const allowed = String(Number(right.leastProduct));
            problems.push(problemAt(`${path}, least_product`, Number(stated.leastProduct), allowed));
          }
        }
        if (problems.length >= MAX_PROBLEMS) return problems.slice(0, MAX_PROBLEMS);
      }
    }
  }
  return problems;
}

function frontProblems({ points, proof }: Front, path: string): LocalProblem[] {
  const wrong = points.findIndex(
    ({ timeS, energyJ }, p) => p > 0 && !(timeS > points[p - 1]!.timeS && energyJ < points[p - 1]!.energyJ),
  );
  if (wrong >= 0)
    return [problemAt(path, `point ${wrong}`, 'times that rise and energies that fall from point to point')];
  if (points.length === 0) {
    return proof.kind === 'exact' ? [problemAt(`${path}, proof`, 'exact', 'points: an exact front has some')] : [];
  }
  if (proof.kind !== 'bounded') return [];
  const { timeS, energyJ } = points[leastProduct(points)]!;
  if (proof.productBoundSJ <= timeS * energyJ * (1 + SAME)) return [];
  return [
    problemAt(`${path}, product_bound_sj`, proof.productBoundSJ, `at most the least product, ${timeS * energyJ}`),
  ];
}

function pointProblems(
  { levelsOf }: ProfileContent,
  graph: TaskGraph,
  { power }: ProfiledNodeType,
  point: DesignPoint,
  path: string,
): LocalProblem[] {
  const [fault] = designFaults(graph, point);
  if (fault !== undefined) return [problemAt(path, fault, 'a design that can be executed')];
  const { coreOf, levelOf } = point;
  const stray = levelOf.findIndex((level, task) => level !== levelOf[coreOf.indexOf(coreOf[task]!)]);
  if (levelsOf === 'core' && stray >= 0) {
    return [problemAt(`${path}, level_of`, `task ${stray} at level ${levelOf[stray]!}`, 'one level on each core')];
  }
  const { timeS, energyJ } = execute(graph, power, point);
  const found: LocalProblem[] = [];
  if (!isSame(point.timeS, timeS)) found.push(problemAt(`${path}, time_s`, point.timeS, `${timeS}, as it takes`));
  if (!isSame(point.energyJ, energyJ))
    found.push(problemAt(`${path}, energy_j`, point.energyJ, `${energyJ}, as it draws`));
  return found;
}

function isSame(value: number, other: number): boolean {
  return Math.abs(value - other) <= SAME * Math.max(Math.abs(value), Math.abs(other));
}
