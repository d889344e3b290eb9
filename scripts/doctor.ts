/** Looks whether everything that the bot needs is there, and says what to do where it is not; ends with 1 then. */
import { examine } from './doctor/examine.ts';

const { lines, isWell } = await examine(process.env);
for (const line of lines) console.log(line);
console.log(isWell ? 'All is well.' : 'Something has to be put right: see the lines that say problem.');
process.exit(isWell ? 0 : 1);
