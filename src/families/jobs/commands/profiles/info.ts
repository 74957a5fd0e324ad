import { BYTES_PER_MB } from '../../../../../models/units.js';
import type { Refused } from '../../../../instances/fault.js';
import type { Asked, CommandAnswer } from '../../../commands.js';
import { factLines, profilesText } from '../../report/profiles.js';
import { openProfileDatabase } from '../../runs/database/open.js';
import { profileSummary } from '../../runs/database/summary.js';

export async function runInfo({ files: [file] }: Asked): Promise<CommandAnswer | Refused> {
  const opened = await openProfileDatabase(file!);
  if (!opened.ok) return opened;
  const { bytes, contentSha256, content } = opened;
  const summary = profileSummary(opened);
  const facts = factLines([
    ['database', `${file!}, ${(bytes / BYTES_PER_MB).toFixed(2)} MB`],
    ['digest', contentSha256],
  ]);
  const jobTypes = content.types.map(({ name, tasks }) => ({ name, tasks: tasks.length }));
  return {
    ok: true,
    ended: 'done',
    record: {
      instance: content.instanceName,
      seed: content.effort.seed,
      details: { database: file, bytes, contentSha256, ...summary, types: jobTypes },
    },
    text: `${facts}${profilesText(content.instanceName, summary)}`.trimEnd(),
  };
}
