import { COMMAND_LINE, type Fault, type Refused } from '../instances/fault.js';
import { errorObstacle, writeFailureOf } from '../runs/write-failure.js';
import { EngineUnavailableError } from '../solvers/linear/load-failure.js';
import { unwritable } from './places.js';

/**
 * Returns the fault for an error caused by input or machine, such as a full disk or an LP engine that is not installed;
 * null if the error is a mistake in Plenum.
 */
export function refusalOf(error: unknown): Fault | null {
  const unwritten = writeFailureOf(error);
  if (unwritten !== null) return unwritable('', errorObstacle(unwritten.path, unwritten));
  if (!(error instanceof EngineUnavailableError)) return null;
  const [value = '', remedy = ''] = error.message.split('\n');
  return { file: COMMAND_LINE, path: '--engine', value, allowed: 'an installed LP engine', remedy };
}

/**
 * Calls `work`, which writes to the location of `option`. A failed write, as on a full disk, becomes a refusal that
 * names the option.
 */
export async function writingTo<Answer>(option: string, work: () => Promise<Answer>): Promise<Answer | Refused> {
  try {
    return await work();
  } catch (error) {
    const unwritten = writeFailureOf(error);
    if (unwritten === null) throw error;
    return { ok: false, faults: [unwritable(option, errorObstacle(unwritten.path, unwritten))] };
  }
}
