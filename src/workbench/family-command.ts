import {
  type Asked,
  type CommandAnswer,
  type CommandFault,
  type CommandSpec,
  RefusedOption,
} from '../families/commands.js';
import { COMMAND_LINE, type Refused } from '../instances/problem.js';
import { writeFileSet } from '../runs/file-set.js';
import { errorObstacle } from '../runs/files.js';
import { ENVELOPE_VERSION } from './envelope.js';
import { outputProblem, unwritable } from './places.js';

export type CommandRequest = Omit<Asked, 'places' | 'head'>;

/** Runs a command of a family's own. Its record gets the version of the envelope and the family's name before all else. */
export async function runFamilyCommand(
  { load }: CommandSpec,
  family: string,
  request: CommandRequest,
): Promise<CommandAnswer | Refused> {
  const run = await load();
  const head = { envelopeVersion: ENVELOPE_VERSION, family };
  try {
    const answer = await run({ ...request, places: PLACES, head });
    if (!answer.ok) return answer;
    return { ...answer, record: { ...head, ...answer.record } };
  } catch (error) {
    if (!(error instanceof RefusedOption)) throw error;
    return { ok: false, problems: [{ file: COMMAND_LINE, ...error.problem }] };
  }
}

const PLACES: Asked['places'] = {
  obstacle: outputProblem,
  failed: (option, file, error) => unwritable(option, errorObstacle(file, error)),
  write,
};

function write(directory: string, files: ReadonlyMap<string, string | Error | null>): CommandFault | null {
  let fault: CommandFault | null = null;
  for (const [name, text] of files) {
    if (!(text instanceof Error)) continue;
    const message = `${name} could not be made (${text.message}). This is a fault of ours: please report it with the instance.`;
    fault = { message, isOurs: true };
  }
  try {
    writeFileSet(directory, new Map([...files].map(([name, text]) => [name, text instanceof Error ? null : text])));
  } catch (error) {
    const { path, value, remedy } = errorObstacle(directory, error);
    return { message: `The files could not be written: ${path}: ${value}. ${remedy}`, isOurs: false };
  }
  return fault;
}
