import {
  type Asked,
  type CommandAnswer,
  type CommandRecord,
  type CommandSpec,
  RefusedOption,
} from '../families/commands.js';
import { COMMAND_LINE, type Refused } from '../instances/fault.js';
import { errorObstacle } from '../runs/write-failure.js';
import { commandEnvelope, type CommandEnvelope } from './envelope.js';
import { outputFault, unwritable } from './places.js';
import { writeStudyFiles } from './study-files.js';

export type CommandRequest = Omit<Asked, 'places' | 'recordText'>;

/** Result of a command of `plenum <group> <command>`. Its record has the keys of all commands. */
export interface FamilyCommandAnswer extends Omit<CommandAnswer, 'record'> {
  readonly record: CommandEnvelope;
}

/** Runs a command of `plenum <group> <command>`; `family` is the one that declares it, or null. */
export async function runFamilyCommand(
  { load }: CommandSpec,
  family: string | null,
  request: CommandRequest,
): Promise<FamilyCommandAnswer | Refused> {
  const run = await load();
  const told = ({ details, ...said }: CommandRecord): CommandEnvelope => {
    return commandEnvelope({ ...said, family, details: { ...details } });
  };
  const recordText = (record: CommandRecord): string => `${JSON.stringify(told(record), null, 1)}\n`;
  try {
    const answer = await run({ ...request, places: PLACES, recordText });
    if (!answer.ok) return answer;
    const isUnwritten = answer.fault !== undefined && answer.fault !== null && !answer.fault.isOurs;
    return { ...answer, record: told({ ...answer.record, ...(isUnwritten ? { files: {} } : {}) }) };
  } catch (error) {
    if (!(error instanceof RefusedOption)) throw error;
    return { ok: false, faults: [{ file: COMMAND_LINE, ...error.fault }] };
  }
}

/** Functions that check and write output files, for every command of a family. */
const PLACES: Asked['places'] = {
  obstacle: outputFault,
  failed: (option, file, error) => unwritable(option, errorObstacle(file, error)),
  write: writeStudyFiles,
};
