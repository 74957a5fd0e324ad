/** Markdown text for chapter 3: what the thesis' author could object to, stated by us first. */
export const OBJECTIONS = `### What the thesis' author could object to

- **The air is not hers.** The thesis computes its influence matrix by fluid dynamics and does not print it. Our rooms conserve air and heat and are calibrated on
  what section 3.6.4 says about 200 and 230 kW at 28 and 30 C; a matrix of fluid dynamics need not conserve heat, and then these numbers would ask for other rooms
  ([airflow-thesis-rooms](decisions/airflow-thesis-rooms.md)). The arithmetic also takes the red line to move in steps of 2 K, as 27 C and 200 kW cannot both be met.
- **Nor are rewards, deadlines and arrivals.** They are ours ([workload-parameters](decisions/workload-parameters.md)); where a claim hangs on them, its verdict says so.
- **The NLP is another solver,** of today, on a program of classes of equal nodes; where it is not run, \`config-lp\` stands for it
  ([nlp-relaxation](decisions/nlp-relaxation.md#config-lp-in-its-place)). That ours ends at 4,320 nodes says nothing about hers; how its work grows with size is judged by steps and variables, against the growth that her hours ask for, as
  hours are those of a machine.
- **The GA stops by steps,** chosen to take about our NLP's time, which is seconds where hers were four hours. Algorithm 3 passes over a hottest node that has nothing left to give, which
  is not in the print; to the letter the GA never leaves its greedy seed. Founders repaired first and a population without equal plans stand beside the printed one
  ([ga](reward-rate/ga.md#founders-and-duplicates)): they move the GA by at most 1 % on average, less than what it lacks to the NLP by far.
- **Whole degrees.** Greedy's set-point is a whole degree, as printed; in a room where half a degree is six kilowatts that decides how far it falls behind.
- **Eq. 21 is anchored** at the measured time alone, since as printed it gives times of zero or less for 30 % of what one node type can do, and a row of Table F.4 is a misprint
  ([colocation-model](decisions/colocation-model.md)); \`text-3.3.6\` judges the printed form as well.
- **"Half", "significant", "nearly linear"** have no numbers in the text. Our bounds were fixed before any run and are the same for all claims; another bound can turn a verdict, so every row
  shows what was measured.
- **What calibrates is not tested.** The rooms were chosen by the red lines that are met, so that isolated aisles are cooler by choice: warmer set-points and less cooling with isolation follow from it.
- **The thermal error.** The thesis states it and says nothing of its effect; that at most 5 % of the reward should hang on it is our rule.
- **What no row judges:** times in hours or seconds (the NLP's four hours, the quick greedy), how often Algorithm 3 succeeds in her room, what the greedy seed is worth to the GA, how long epochs
  should be (3.6.6), and errors of the cooling's efficiency, for which the thesis states none.
`;
