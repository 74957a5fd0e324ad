import type { WordsOf } from '../../../options.js';
import type { PROFILES_BUILD_OPTIONS } from '../../options.js';
import type { Refused } from '../../../../instances/fault.js';
import type { Asked, CommandAnswer } from '../../../commands.js';
import { builtAnswer, placeForDatabase, progressTo } from '../../../database-commands.js';
import { loadJobsInstance } from '../../instances/load.js';
import { profilesText } from '../../report/profiles.js';
import { buildProfileDatabase } from '../../runs/database/build.js';
import { facilityOf } from '../../runs/database/content.js';
import { forget, openProfileDatabase } from '../../runs/database/open.js';
import { profileSummary } from '../../runs/database/summary.js';
import { inputsOf } from './inputs.js';

type BuildWords = WordsOf<typeof PROFILES_BUILD_OPTIONS>;

export async function runBuild(asked: Asked): Promise<CommandAnswer | Refused> {
  const { files, words, plenumVersion, nowS, interrupted, watcher, places, kept = new Map() } = asked;
  const { out, nodeLimit, goal, seed, workers, force } = words as unknown as BuildWords;
  const file = files[0]!;
  const startedS = nowS();
  const refused = placeForDatabase(out, [file], places);
  if (refused !== null) return refused;
  const loaded = loadJobsInstance(file);
  if (!loaded.ok) return loaded;
  const { instance, month, names, warnings } = loaded;
  const overwritten = placeForDatabase(out, inputsOf(file, instance), places);
  if (overwritten !== null) return overwritten;
  warnings.forEach(watcher.warn);
  const facility = facilityOf(month, names.tasks);
  const profiles = month.types.length * month.nodeTypes.length;
  const request = {
    facility,
    instanceName: instance.name,
    effort: { nodeLimit, seed, ...(goal === 'product' ? { goal } : {}) },
    plenumVersion,
    out,
    workers,
    force,
    interrupted,
    onWarning: watcher.warn,
    onPart: progressTo(watcher, { count: profiles, unit: 'profiles' }, nowS),
  };
  const answer = await builtAnswer(
    asked,
    { out, instance: instance.name, warnings, startedS },
    () => buildProfileDatabase(request),
    async () => {
      forget(kept, out);
      const opened = await openProfileDatabase(out);
      if (!opened.ok) return opened;
      const summary = profileSummary(opened);
      const { bytes, contentSha256, content } = opened;
      const text = profilesText(content.instanceName, summary);
      return { ok: true, bytes, details: { contentSha256, ...summary }, text };
    },
  );
  return answer.ok ? { ...answer, record: { ...answer.record, seed } } : answer;
}
