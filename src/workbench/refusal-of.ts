import { COMMAND_LINE, type Problem } from '../instances/problem.js';
import { errorObstacle, WriteFailure } from '../runs/files.js';
import { EngineUnavailableError } from '../solvers/linear/load-failure.js';
import { unwritable } from './places.js';

/** What an error says of the input or the machine, as a problem: a place that cannot be written to, an LP engine that is not installed. Null: a fault of ours. */
export function refusalOf(error: unknown): Problem | null {
  const unwritten = writeFailureOf(error);
  if (unwritten !== null) return unwritable('', errorObstacle(unwritten.path, unwritten));
  if (!(error instanceof EngineUnavailableError)) return null;
  const [value = '', remedy = ''] = error.message.split('\n');
  return { file: COMMAND_LINE, path: '--engine', value, allowed: 'an installed LP engine', remedy };
}

/** The failed write that an error is, or was caused by. */
function writeFailureOf(error: unknown): WriteFailure | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof WriteFailure) return cause;
  return null;
}
