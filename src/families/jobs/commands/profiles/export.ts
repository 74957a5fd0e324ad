import type { Refused } from '../../../../instances/fault.js';
import type { Asked, CommandAnswer } from '../../../commands.js';
import { type DatabaseExport, exportedAnswer } from '../../../database-commands.js';
import { exportCsv, exportJson } from '../../report/profiles-export.js';
import { openProfileDatabase } from '../../runs/database/open.js';

export function runExport(asked: Asked): Promise<CommandAnswer | Refused> {
  const words = asked.words as unknown as DatabaseExport;
  return exportedAnswer(asked, words, async () => {
    const opened = await openProfileDatabase(asked.files[0]!);
    if (!opened.ok) return opened;
    const { instanceName, profiles } = opened.content;
    const fronts = profiles.flat().flatMap((profile) => profile.fronts);
    return {
      ok: true,
      instance: instanceName,
      count: fronts.reduce((sum, { points }) => sum + points.length, 0),
      unit: 'points',
      pieces: (words.format === 'json' ? exportJson : exportCsv)(opened),
    };
  });
}
